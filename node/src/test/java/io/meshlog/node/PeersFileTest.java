package io.meshlog.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.PeersFile.Peer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code peers.json} is read strictly: a peer that is misread is a peer that is silently missing (spec §8, §11). */
class PeersFileTest {
    @TempDir
    private Path dir;

    private List<Peer> read(String json, String... allowed) throws IOException, PeersFile.Invalid {
        return PeersFile.read(Files.writeString(dir.resolve("peers.json"), json), List.of(allowed));
    }

    @Test
    void readsNameUrlAndToken() throws Exception {
        assertThat(read("""
                                {"peers": [
                                  {"name": "hub", "url": "https://hub.example:8787/mesh/", "token": "t0p"},
                                  {"url": "http://[::1]:9"}
                                ]}"""))
                .containsExactly(
                        new Peer("hub", URI.create("https://hub.example:8787/mesh"), "t0p"),
                        new Peer("[::1]:9", URI.create("http://[::1]:9"), null));
    }

    @Test
    void noPeersAreFine() throws Exception {
        assertThat(read("{\"peers\":[]}")).isEmpty();
    }

    @Test
    void aPeerDoesNotShowItsToken() throws Exception {
        assertThat(read("{\"peers\":[{\"url\":\"http://a\",\"token\":\"s3cret\"}]}")
                        .toString())
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                                   | an object as the document",
                "[]                                                   | an object as the document",
                "{}                                                   | the member peers",
                "{\"peers\":{}}                                       | an array as peers",
                "{\"peers\":[],\"more\":1}                            | 'more' is no member of the document",
                "{\"peers\":[]} {}                                    | something follows",
                "{\"peers\":[],\"peers\":[]}                          | a member twice, at line 1",
                "{\"peers\":[                                         | at line 1",
                "{\"peers\":[1]}                                      | an object as peers[0]",
                "{\"peers\":[{\"url\":\"http://a\"},{\"name\":\"b\"}]}| peers[1]: expected a url",
                "{\"peers\":[{\"url\":5}]}                            | a string as peers[0].url",
                "{\"peers\":[{\"url\":\"http://a\",\"tokn\":\"s3cret\"}]} | peers[0]: 'tokn' is no member",
                "{\"peers\":[{\"url\":\"http://a\",\"token\":\"s3cret \"}]} | peers[0].token: expected",
                "{\"peers\":[{\"url\":\"http://a\",\"token\":\"\"}]}  | peers[0].token: expected",
                "{\"peers\":[{\"url\":\"http://a\",\"name\":\"\\n\"}]}| peers[0].name: expected",
                "{\"peers\":[{\"url\":\"http://a\"},{\"url\":\"http://a/\"}]} | peers[1].url: http://a is there twice",
                "{\"peers\":[{\"url\":\"http://a\"},{\"url\":\"http://b\",\"name\":\"a\"}]} | 'a' is there twice",
            })
    void namesWhatIsWrongAndWhere(String json, String said) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(PeersFile.Invalid.class)
                .hasMessageStartingWith(dir.resolve("peers.json") + ": ")
                .hasMessageContaining(said)
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://a",
                "a:8787",
                "http://",
                "http:///x",
                "http://u:s3cret@a",
                "http://s3cret@a",
                "http://a?x=1",
                "http://a#x",
                "http://a:0",
                "http://a:70000",
                "http://a b",
                "http://my_node",
                "http://1.2.3",
                "http://2852039166",
                "http://0xA9FEA9FE",
                "http://0xa9.254.169.254",
                "http://169.254.169.254.",
                "http://300.1.1.1",
                "http://169.254.169.254",
                "https://169.254.0.1:8787/x",
                "http://[fe80::1]:8787",
                "http://[FE80::1%25eth0]:8787",
                "http://[febf::1]",
                "http://[fd00:ec2::254]",
                "http://[fd00:0ec2:0:0:0:0:0:254]",
                "http://[::ffff:169.254.169.254]",
                "http://[::g]"
            })
    void refusesAnAddressThatIsNoPeers(String url) {
        assertThatThrownBy(() -> read("{\"peers\":[{\"url\":\"" + url + "\"}]}"))
                .isInstanceOf(PeersFile.Invalid.class)
                .hasMessageContaining("peers[0].url: ")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.1:8787, 10.0.0.1",
        "http://169.253.255.255, x",
        "http://169.254.10.2:8787, 169.254.10.2",
        "http://[fe80::1]:8787, FE80::1",
        "http://[fec0::1], x",
        "http://[fd00:ec2::253], x",
        "http://node-1.local, x"
    })
    void takesOrdinaryAddressesAndThoseAllowedByName(String url, String allowed) throws Exception {
        assertThat(read("{\"peers\":[{\"url\":\"" + url + "\"}]}", allowed)).hasSize(1);
    }

    @Test
    void aFileThatIsMissingOrTooLargeIsSaidToBe() {
        assertThatThrownBy(() -> PeersFile.read(dir.resolve("none"), List.of()))
                .isInstanceOf(PeersFile.Invalid.class)
                .hasMessageContaining("none: cannot be read");
        assertThatThrownBy(() -> read(" ".repeat(PeersFile.BYTES_MAX + 1)))
                .isInstanceOf(PeersFile.Invalid.class)
                .hasMessageContaining("at most 1048576 bytes");
    }
}
