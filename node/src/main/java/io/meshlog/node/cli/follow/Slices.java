package io.meshlog.node.cli.follow;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.node.cli.CommandFailed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Parts of a JSON text as they stand in it: numbers keep their digits, members their order. Stateless. */
final class Slices {
    private static final JsonFactory JSON = new JsonFactory();

    private Slices() {}

    /** The objects in an array that is a member of an object; none where there is no such array. */
    static List<String> objects(String json, String member) throws CommandFailed {
        List<String> slices = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isIt = member.equals(parser.currentName());
                if (parser.nextToken() == JsonToken.START_ARRAY && isIt) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        int from = (int) parser.currentTokenLocation().getCharOffset();
                        parser.skipChildren();
                        int to = (int) parser.currentTokenLocation().getCharOffset() + 1;
                        slices.add(json.substring(from, to));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw CommandFailed.refused("the node's answer is cut or no JSON");
        }
        return slices;
    }
}
