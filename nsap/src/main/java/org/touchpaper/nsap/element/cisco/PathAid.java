package org.touchpaper.nsap.element.cisco;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A path within a port of an ONS 15454, or a port. A path has several names: {@code STS-slot-sts}
 * and {@code STS-slot-port-sts} (Command Guide R3.3, CrossConnectID, and later), in SDH {@code
 * VC4-slot-port-vc4}. {@code FAC-slot-port} is a port, and an end of a cross-connect only on a
 * G1000-4 Ethernet card.
 *
 * @param firstSts1 its first STS-1, from 1; 0 for a port
 */
record PathAid(int slot, int port, int firstSts1) {

  private static final Pattern PATH =
      Pattern.compile("(STS|VC4)-(\\d{1,2})(?:-(\\d{1,2}))?-(\\d{1,3})");
  private static final Pattern PORT = Pattern.compile("(?:STS|VC4|FAC)-(\\d{1,2})(?:-(\\d{1,2}))?");
  private static final int STS1_PER_VC4 = 3;

  /** Parses the AID of a path, or of an Ethernet port that is the end of one. */
  static PathAid parse(String aid) {
    if (aid.startsWith("FAC-")) {
      return ofPort(aid);
    }
    var match = PATH.matcher(aid);
    if (!match.matches()) {
      throw new IllegalArgumentException("not an ONS 15454 path AID: " + aid);
    }
    var number = Integer.parseInt(match.group(4));
    var firstSts1 = match.group(1).equals("VC4") ? STS1_PER_VC4 * (number - 1) + 1 : number;
    return new PathAid(Integer.parseInt(match.group(2)), portNumber(match.group(3)), firstSts1);
  }

  /** The same; empty if the AID has none of these forms. */
  static Optional<PathAid> find(String aid) {
    return PATH.matcher(aid).matches() || aid.matches("FAC-\\d{1,2}(-\\d{1,2})?")
        ? Optional.of(parse(aid))
        : Optional.empty();
  }

  /** All names of this path. */
  Stream<String> aliases(String aid) {
    if (firstSts1 == 0) {
      return Stream.of(facility());
    }
    var kind = aid.substring(0, aid.indexOf('-'));
    var number = aid.substring(aid.lastIndexOf('-'));
    var fullName = kind + "-" + slot + "-" + port + number;
    return port == 1 ? Stream.of(fullName, kind + "-" + slot + number) : Stream.of(fullName);
  }

  /**
   * Parses a port as named in a topology: the common prefix of its paths' AIDs, or its facility.
   */
  static PathAid ofPort(String aid) {
    var match = PORT.matcher(aid);
    if (!match.matches()) {
      throw new IllegalArgumentException("not an ONS 15454 port: " + aid);
    }
    return new PathAid(Integer.parseInt(match.group(1)), portNumber(match.group(2)), 0);
  }

  private static int portNumber(String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  /** The AID of a path in a port as named in a topology. */
  static String of(String port, int firstSts1, boolean isSdh) {
    return port + "-" + (isSdh ? (firstSts1 - 1) / STS1_PER_VC4 + 1 : firstSts1);
  }

  String equipment() {
    return "SLOT-" + slot;
  }

  String facility() {
    return "FAC-" + slot + "-" + port;
  }

  boolean overlaps(int width, PathAid other, int otherWidth) {
    return slot == other.slot
        && port == other.port
        && (firstSts1 == 0
            || other.firstSts1 == 0
            || (firstSts1 < other.firstSts1 + otherWidth && other.firstSts1 < firstSts1 + width));
  }
}
