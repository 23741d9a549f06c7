/**
 * From a socket to a route and back: connections, the guard, bodies, parameters, answers; and what routes are told and
 * call.
 */
@NullMarked
package io.meshlog.node.api.http;

import org.jspecify.annotations.NullMarked;
