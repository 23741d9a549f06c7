package io.meshlog.node.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The address of a node: http or https, a host, perhaps a port and a path before the API's own; no credentials, no
 * query, no fragment, no slash at the end.
 */
public final class HttpUrl implements ITypeConverter<URI> {

    @Override
    public URI convert(String value) {
        try {
            return parse(value);
        } catch (URISyntaxException e) {
            throw new TypeConversionException(e.getReason());
        }
    }

    /** @throws URISyntaxException whose reason is a sentence that holds no credentials */
    public static URI parse(String text) throws URISyntaxException {
        // Said first: no other reason may repeat a password.
        if (text.indexOf('@') >= 0) {
            throw new URISyntaxException("", "a URL must hold no credentials; tokens come from files");
        }
        URI url;
        try {
            url = new URI(text.replaceFirst("/+$", ""));
        } catch (URISyntaxException e) {
            throw new URISyntaxException(text, "'" + text + "' is no URL such as http://127.0.0.1:8787");
        }
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http) {
            throw new URISyntaxException(text, "'" + text + "' does not start with http:// or https://");
        }
        if (url.getHost() == null) {
            throw new URISyntaxException(text, "'" + text + "' names no valid host (letters, digits, '-' and '.')");
        }
        if (url.getPort() == 0 || url.getPort() > 65_535) {
            throw new URISyntaxException(text, "'" + text + "' names no port from 1 to 65535");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new URISyntaxException(text, "'" + text + "' must end without query and fragment");
        }
        return url;
    }
}
