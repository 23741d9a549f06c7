package io.meshlog.wire;

import io.meshlog.op.CanonicalText;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.replica.Succession;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import io.meshlog.vector.VersionVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code /sync/version_vector} and the frontier in it (spec §5.5, §12). */
public final class VectorCodec {
    private VectorCodec() {}

    public static String write(VectorDocument doc) {
        StringBuilder out = new StringBuilder(512).append("{\"replica_id\":");
        JsonText.quote(out, doc.replicaId()).append(",\"version_vector\":");
        writeSeqs(out, doc.vector().entries());
        Frontier frontier = doc.frontier();
        if (frontier == null) {
            return out.append('}').toString();
        }
        out.append(",\"frontier\":").append(write(frontier)).append(",\"floors\":");
        writeSeqs(out, doc.floors()).append(",\"features\":[");
        for (int i = 0; i < doc.features().size(); i++) {
            JsonText.quote(out.append(i == 0 ? "" : ","), doc.features().get(i));
        }
        out.append(']');
        member(out, "boot", doc.boot());
        member(out, "mesh", doc.mesh());
        member(out, "name", doc.name());
        out.append(",\"successions\":[");
        for (int i = 0; i < doc.successions().size(); i++) {
            write(out.append(i == 0 ? "" : ","), doc.successions().get(i));
        }
        return out.append("]}").toString();
    }

    public static String write(Frontier frontier) {
        StringBuilder out = new StringBuilder(256).append("{\"heads\":[");
        int at = out.length();
        for (Head head : frontier.heads().values()) {
            write(out.append(out.length() == at ? "" : ","), head);
        }
        out.append("],\"loose\":{");
        int start = out.length();
        frontier.loose().forEach((origin, summary) -> {
            JsonText.quote(out.append(out.length() == start ? "" : ","), origin.name());
            out.append(":{\"top\":").append(summary.top()).append(",\"count\":").append(summary.count());
            out.append(",\"digest\":\"").append(summary.digest().hex()).append("\"}");
        });
        return out.append("}}").toString();
    }

    /** @throws ProtocolException if this is not the document of a hub or a node */
    public static VectorDocument read(byte[] json) throws ProtocolException {
        Fields doc = Documents.read(json);
        String replicaId = Documents.text(doc, "replica_id");
        VersionVector vector = VersionVector.of(seqs(doc, "version_vector"));
        String frontier = doc.get("frontier");
        if (frontier == null) {
            return new VectorDocument(replicaId, vector, null, null, null, null, new TreeMap<>(), List.of(), List.of());
        }
        return new VectorDocument(
                replicaId,
                vector,
                frontier(frontier),
                Documents.text(doc, "boot"),
                Documents.textOrNull(doc, "mesh"),
                Documents.textOrNull(doc, "name"),
                doc.get("floors") == null ? new TreeMap<>() : seqs(doc, "floors"),
                texts(doc.get("features")),
                successions(doc.get("successions")));
    }

    public static Frontier frontier(String text) throws ProtocolException {
        Fields frontier = object(text, "frontier");
        SortedMap<Origin, Head> heads = new TreeMap<>();
        List<String> listed = elements(frontier.get("heads"), "frontier.heads");
        bounded(listed.size(), "frontier.heads");
        for (String element : listed) {
            Head head = head(object(element, "a head"));
            if (heads.put(head.origin(), head) != null) {
                throw new ProtocolException("two heads of " + head.origin());
            }
        }
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        Fields members = object(frontier.get("loose"), "frontier.loose");
        bounded(members.size(), "frontier.loose");
        for (Map.Entry<String, String> member : entries(members)) {
            Fields summary = object(member.getValue(), "a loose summary");
            loose.put(
                    origin(member.getKey()),
                    new LooseSummary(
                            Documents.whole(summary, "top"),
                            Documents.whole(summary, "count"),
                            digest(summary, "digest")));
        }
        return new Frontier(heads, loose);
    }

    private static void write(StringBuilder out, Head head) {
        JsonText.quote(out.append("{\"origin\":"), head.origin().name());
        out.append(",\"seq\":")
                .append(head.seq())
                .append(",\"chain\":\"")
                .append(head.chain().hex())
                .append('"');
        ChainSignature sig = head.sig();
        member(out, "sig", sig == null ? null : sig.text());
        out.append('}');
    }

    private static void write(StringBuilder out, Succession succession) {
        JsonText.quote(out.append("{\"old_id\":"), succession.oldId().name());
        Head sealed = succession.sealed();
        if (sealed == null) {
            out.append(",\"sealed\":null");
        } else {
            write(out.append(",\"sealed\":"), sealed);
        }
        JsonText.quote(out.append(",\"new_id\":"), succession.newId().name());
        member(out, "new_sig", succession.newSig().text());
        ChainSignature old = succession.oldSig();
        member(out, "old_sig", old == null ? null : old.text());
        out.append('}');
    }

    private static Head head(Fields head) throws ProtocolException {
        Origin origin = origin(Documents.text(head, "origin"));
        long seq = Documents.whole(head, "seq");
        if (!origin.isNative() || seq < 1) {
            throw new ProtocolException("no head of a native origin: " + origin + " " + seq);
        }
        return new Head(origin, seq, digest(head, "chain"), sig(head, "sig"));
    }

    private static List<Succession> successions(@Nullable String text) throws ProtocolException {
        List<Succession> successions = new ArrayList<>();
        for (String element : text == null ? List.<String>of() : elements(text, "successions")) {
            Fields s = object(element, "a succession");
            String sealed = s.get("sealed");
            ChainSignature newSig = sig(s, "new_sig");
            if (newSig == null) {
                throw new ProtocolException("a succession without new_sig");
            }
            successions.add(new Succession(
                    origin(Documents.text(s, "old_id")),
                    sealed == null || sealed.equals("null") ? null : head(object(sealed, "sealed")),
                    origin(Documents.text(s, "new_id")),
                    newSig,
                    sig(s, "old_sig")));
        }
        return List.copyOf(successions);
    }

    private static SortedMap<Origin, Long> seqs(Fields doc, String member) throws ProtocolException {
        SortedMap<Origin, Long> seqs = new TreeMap<>();
        Fields members = object(doc.get(member), member);
        bounded(members.size(), member);
        for (Map.Entry<String, String> entry : entries(members)) {
            // A name that no op can have backs nothing: it changes nothing.
            if (Origin.isName(entry.getKey())) {
                seqs.put(new Origin(entry.getKey()), Documents.whole(members, entry.getKey()));
            }
        }
        return seqs;
    }

    private static void bounded(int count, String what) throws ProtocolException {
        if (count > Limits.ORIGINS_MAX) {
            throw new ProtocolException(
                    what + " names " + count + " origins; at most " + Limits.ORIGINS_MAX + " are read");
        }
    }

    private static List<Map.Entry<String, String>> entries(Fields fields) {
        List<Map.Entry<String, String>> entries = new ArrayList<>(fields.size());
        fields.forEach((name, value) -> entries.add(Map.entry(name, value)));
        return entries;
    }

    private static Fields object(@Nullable String text, String what) throws ProtocolException {
        if (text == null || !CanonicalText.isObject(text)) {
            throw new ProtocolException(what + " is missing or not an object");
        }
        return CanonicalText.object(text);
    }

    private static List<String> elements(@Nullable String text, String what) throws ProtocolException {
        if (text == null || !CanonicalText.isArray(text)) {
            throw new ProtocolException(what + " is missing or not an array");
        }
        return CanonicalText.elements(text);
    }

    private static List<String> texts(@Nullable String array) throws ProtocolException {
        List<String> texts = new ArrayList<>();
        for (String element : array == null ? List.<String>of() : elements(array, "features")) {
            String text = CanonicalText.stringOrNull(element);
            if (text != null) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }

    private static Origin origin(String name) throws ProtocolException {
        if (!Origin.isName(name)) {
            throw new ProtocolException("no origin: " + JsonText.quote(name));
        }
        return new Origin(name);
    }

    private static Digest digest(Fields fields, String member) throws ProtocolException {
        String hex = Documents.text(fields, member);
        if (!Digest.isHex(hex)) {
            throw new ProtocolException(member + " is no SHA-256 in hex");
        }
        return Digest.parse(hex);
    }

    private static @Nullable ChainSignature sig(Fields fields, String member) throws ProtocolException {
        String text = Documents.textOrNull(fields, member);
        if (text != null && !ChainSignature.isWellFormed(text)) {
            throw new ProtocolException(member + " is no signature");
        }
        return text == null ? null : new ChainSignature(text);
    }

    private static StringBuilder writeSeqs(StringBuilder out, SortedMap<Origin, Long> seqs) {
        out.append('{');
        int at = out.length();
        seqs.forEach((origin, seq) -> {
            JsonText.quote(out.append(out.length() == at ? "" : ","), origin.name());
            out.append(':').append(seq.longValue());
        });
        return out.append('}');
    }

    private static void member(StringBuilder out, String name, @Nullable String value) {
        out.append(",\"").append(name).append("\":");
        if (value == null) {
            out.append("null");
        } else {
            JsonText.quote(out, value);
        }
    }
}
