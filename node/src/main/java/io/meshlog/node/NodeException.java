package io.meshlog.node;

/** A node could not start; the message is one line for people. */
public final class NodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeException(String line, Throwable cause) {
        super(line, cause);
    }
}
