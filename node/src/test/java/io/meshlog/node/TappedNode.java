package io.meshlog.node;

import io.meshlog.drive.Driver;

/** A node whose steps a test sees. No option of the program leads here. */
public final class TappedNode {
    private TappedNode() {}

    public static Node start(NodeConfig config, Driver.Tap tap) {
        return Node.start(config, tap);
    }
}
