package org.touchpaper.harc.acceptor;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.touchpaper.harc.client.HarcXml;

/** A request's body: XML, in UTF-8, and no larger than a message may be. */
final class Body {
  private static final Set<String> XML = Set.of("application/xml", "text/xml");

  private Body() {}

  /** A body that is not even looked into; the status says why. */
  static final class Unacceptable extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    Unacceptable(int status, String sentence) {
      super(sentence);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  static String read(HttpServletRequest request) throws IOException, Unacceptable {
    var type = String.valueOf(request.getContentType());
    if (!XML.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))) {
      throw new Unacceptable(415, "messages are " + HarcXml.CONTENT_TYPE + ", not " + type);
    }
    var bytes = request.getInputStream().readNBytes(HarcXml.MAX_BYTES + 1);
    if (bytes.length > HarcXml.MAX_BYTES) {
      throw new Unacceptable(413, "a message is at most " + HarcXml.MAX_BYTES + " bytes");
    }
    return HarcXml.text(bytes);
  }
}
