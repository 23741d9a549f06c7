package io.meshlog.drive;

/**
 * Which round with a peer something belongs to. An answer comes back with the ticket that its question went out with;
 * where that round is gone by then it is no answer to the next one.
 *
 * @param round counts all rounds of one {@link Worker}, from 1
 */
public record Ticket(String peer, long round) {}
