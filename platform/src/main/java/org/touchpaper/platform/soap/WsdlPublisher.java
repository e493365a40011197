package org.touchpaper.platform.soap;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Publishes a contract's files from the class path, with addresses that a client can follow. */
final class WsdlPublisher {

  private static final Pattern SIBLING = Pattern.compile("xsd=([a-z0-9-]+\\.xsd)");

  private WsdlPublisher() {}

  /** Answers the queries {@code wsdl} and {@code xsd=<file in the same directory>}. */
  static Optional<String> find(SoapContract contract, String query, String address)
      throws IOException {
    if (query.equals("wsdl")) {
      return Optional.of(
          read(contract.wsdlUrl())
              .replaceAll("(soap:address location=)\"[^\"]*\"", "$1\"" + address + "\"")
              .replaceAll("(schemaLocation=)\"([^\"]*)\"", "$1\"" + address + "?xsd=$2\""));
    }
    var sibling = SIBLING.matcher(query);
    return sibling.matches() ? readSibling(contract.wsdlUrl(), sibling.group(1)) : Optional.empty();
  }

  private static Optional<String> readSibling(URL wsdl, String name) throws IOException {
    var folder = wsdl.toString().substring(0, wsdl.toString().lastIndexOf('/') + 1);
    try {
      return Optional.of(read(URI.create(folder + name).toURL()));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private static String read(URL url) throws IOException {
    try (var in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
