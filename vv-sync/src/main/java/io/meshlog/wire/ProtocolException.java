package io.meshlog.wire;

/** What came is not the protocol: cut or foreign JSON, a missing member. Nothing of it may be applied. */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1;

    public ProtocolException(String message) {
        super(message);
    }

    public ProtocolException(String message, Throwable cause) {
        super(message, cause);
    }
}
