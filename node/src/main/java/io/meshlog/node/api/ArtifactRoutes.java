package io.meshlog.node.api;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Artifact;
import io.meshlog.replica.Outcome;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.ArtifactDraftCodec;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code /logstream/artifacts}: put and get (spec §3.2). Content is taken and given byte for byte. */
final class ArtifactRoutes {
    private final EventReader reader;
    private final LogService log;

    ArtifactRoutes(ApiPorts ports) {
        this.reader = ports.reader();
        this.log = ports.log();
    }

    void install(Routes routes) {
        routes.serve("/logstream/artifacts", HttpMethod.POST, this::put);
        routes.serve("/logstream/artifacts/:id", HttpMethod.GET, this::get);
    }

    private Future<Answer> put(Call call) {
        QueryParams query = call.query(List.of("kind", "created_by"));
        boolean isRaw = query.has("kind") || query.has("created_by");
        String kind = query.one("kind");
        String createdBy = query.one("created_by");
        if (isRaw) {
            requireText(call);
        } else {
            call.requireJson();
        }
        if (call.header("Idempotency-Key") != null) {
            throw Problems.invalid(List.of(EventRoutes.keyRefusal())).refused();
        }
        return call.body()
                .compose(body -> call.blocking(() -> isRaw
                        ? ArtifactDraftCodec.check(kind, text(body.getBytes()), createdBy, "{}", log.artifactStamp())
                        : ArtifactDraftCodec.decode(body.getBytes(), log.artifactStamp())))
                .compose(decoded -> call.await(log.put(artifact(decoded))))
                .compose(outcome -> call.blocking(() -> stored(outcome)));
    }

    private static Artifact artifact(ArtifactDraftCodec.Decoded decoded) {
        Artifact artifact = decoded.artifact();
        if (artifact == null) {
            throw Problems.invalid(decoded.invalid()).refused();
        }
        if (decoded.idempotencyKey() != null) {
            throw Problems.invalid(List.of(EventRoutes.keyRefusal())).refused();
        }
        return artifact;
    }

    /** Any text will do, whatever it is called; but not an envelope around it, and not another encoding. */
    private static void requireText(Call call) {
        String header = call.header("Content-Type");
        String type = header == null ? "" : header.toLowerCase(Locale.ROOT).replace("\"", "");
        boolean isOther = type.contains("charset=") && !type.matches(".*charset=utf-?8\\s*(;.*)?");
        if (type.startsWith("multipart/") || isOther) {
            throw Problems.unsupported("Content-Type", "a raw artifact is the body itself, in UTF-8, not a form")
                    .refused();
        }
    }

    private static String text(byte[] raw) {
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

    private static Answer stored(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            throw Problems.invalid(List.of(refused.invalid())).refused();
        }
        Artifact artifact = ((Outcome.Stored) outcome).artifact();
        return Answer.json(
                        201,
                        new JsonOut()
                                .json("artifact", ArtifactCodec.write(artifact))
                                .texts("warnings", warnings(artifact))
                                .build())
                .with("Location", "/logstream/artifacts/" + PercentText.encode(artifact.id()));
    }

    /** What may keep a patch from being applied elsewhere. Said, never mended. */
    private static List<String> warnings(Artifact artifact) {
        List<String> warnings = new ArrayList<>();
        if (artifact.kind().equals("patch")) {
            if (!artifact.content().endsWith("\n")) {
                warnings.add("the patch does not end with a newline; git apply may call it corrupt");
            }
            if (artifact.content().indexOf('\r') >= 0) {
                warnings.add("the patch holds carriage returns; it applies only to files with the same line ends");
            }
        }
        return warnings;
    }

    private Future<Answer> get(Call call) {
        call.query(List.of());
        String id = call.path("id");
        return call.blocking(() -> answer(reader.artifact(id)));
    }

    /** As both this route and {@code /sync/artifact} answer. */
    static Answer answer(@Nullable Artifact artifact) {
        if (artifact == null) {
            throw Problems.notFound("unknown-artifact", "no artifact of that id is on this replica")
                    .at("id")
                    .refused();
        }
        return Answer.json(
                200,
                new JsonOut().json("artifact", ArtifactCodec.write(artifact)).build());
    }
}
