package org.touchpaper.imd.cli;

import java.net.InetSocketAddress;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** {@code HOST:PORT}, as in a booking's {@code imd://HOST:PORT}, which is taken as well. */
record EndpointArgument(InetSocketAddress address) {

  private static final Pattern SYNTAX =
      Pattern.compile("(?:imd://)?\\[?([^/\\s]*?)\\]?:(\\d{1,5})/?");

  static EndpointArgument parse(String text) {
    var endpoint = SYNTAX.matcher(text);
    if (!endpoint.matches()
        || endpoint.group(1).isEmpty()
        || Integer.parseInt(endpoint.group(2)) > 65_535) {
      throw new TypeConversionException(
          "'" + text + "' is no HOST:PORT, for example 10.88.0.2:8901");
    }
    return new EndpointArgument(
        InetSocketAddress.createUnresolved(endpoint.group(1), Integer.parseInt(endpoint.group(2))));
  }
}
