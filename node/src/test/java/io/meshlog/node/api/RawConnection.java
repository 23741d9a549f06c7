package io.meshlog.node.api;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Bytes to and from a server, for what no decent client sends. */
public final class RawConnection implements AutoCloseable {
    private final Socket socket;

    public RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
    }

    public RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Head and body of the next response, interim ones on their own. */
    public String response() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = socket.getInputStream().read();
            if (b < 0) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        for (String line : text.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                int length = Integer.parseInt(line.substring(15).trim());
                return text + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
            }
        }
        return text;
    }

    /** Of a stream of events: the ids in it, up to one. */
    public List<String> idsUntil(String last) throws IOException {
        List<String> ids = new ArrayList<>();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: evt_")) {
                ids.add(line.substring(4));
                if (line.endsWith(last)) {
                    return ids;
                }
            }
        }
        return ids;
    }

    /** Whether the other side ends the connection; blocks until it does. */
    public boolean isEnded() {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return !(e instanceof java.net.SocketTimeoutException);
        }
    }

    public static String once(int port, String request) throws IOException {
        try (RawConnection connection = new RawConnection(port)) {
            return connection.send(request).response();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
