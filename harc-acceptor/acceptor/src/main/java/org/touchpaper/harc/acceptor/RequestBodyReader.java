package org.touchpaper.harc.acceptor;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.touchpaper.harc.client.xml.HarcXml;

/** Reads request bodies: XML in UTF-8 of limited size. */
final class RequestBodyReader {
  private static final Set<String> XML_CONTENT_TYPES = Set.of("application/xml", "text/xml");

  private RequestBodyReader() {}

  /** A body that is refused unread, with the HTTP status to return. */
  static final class UnacceptableBodyException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    UnacceptableBodyException(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  static String read(HttpServletRequest request) throws IOException, UnacceptableBodyException {
    var type = String.valueOf(request.getContentType());
    if (!XML_CONTENT_TYPES.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))) {
      throw new UnacceptableBodyException(
          415, "the Content-Type must be " + HarcXml.CONTENT_TYPE + ", not " + type);
    }
    var bytes = request.getInputStream().readNBytes(HarcXml.MAX_BYTES + 1);
    if (bytes.length > HarcXml.MAX_BYTES) {
      throw new UnacceptableBodyException(
          413, "a message must not exceed " + HarcXml.MAX_BYTES + " bytes");
    }
    return HarcXml.text(bytes);
  }
}
