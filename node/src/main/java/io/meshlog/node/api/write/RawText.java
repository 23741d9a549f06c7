package io.meshlog.node.api.write;

import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** A body that is a text itself: byte for byte, or refused with the place where it is none. */
public final class RawText {
    private RawText() {}

    /** @throws Refused unless it is UTF-8 */
    public static String of(byte[] raw) {
        ByteBuffer in = ByteBuffer.wrap(raw);
        CharBuffer out = CharBuffer.allocate(raw.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        if (decoder.decode(in, out, true).isError()) {
            throw Problems.unsupported(
                            "content", "the content is not UTF-8: byte " + in.position() + " cannot stand there")
                    .indexed(in.position())
                    .refused();
        }
        return out.flip().toString();
    }
}
