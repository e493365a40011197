package org.touchpaper.nsap.element.cisco;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A path within a port of an ONS 15454, or a whole port. One path has several texts: {@code
 * STS-slot-sts} and {@code STS-slot-port-sts} (Command Guide R3.3, CrossConnectID, and later), in
 * SDH {@code VC4-slot-port-vc4}; {@code FAC-slot-port} is a port, and an end of a cross-connect
 * only on a G1000-4 Ethernet card.
 *
 * @param first its first STS-1, from 1; 0 for a whole port
 */
record PathAid(int slot, int port, int first) {

  private static final Pattern PATH =
      Pattern.compile("(STS|VC4)-(\\d{1,2})(?:-(\\d{1,2}))?-(\\d{1,3})");
  private static final Pattern PORT = Pattern.compile("(?:STS|VC4|FAC)-(\\d{1,2})(?:-(\\d{1,2}))?");
  private static final int STS1_PER_VC4 = 3;

  /** Reads the AID of a path, or of an Ethernet port as an end of one. */
  static PathAid parse(String aid) {
    if (aid.startsWith("FAC-")) {
      return ofPort(aid);
    }
    var match = PATH.matcher(aid);
    if (!match.matches()) {
      throw new IllegalArgumentException("not a path of an ONS 15454: " + aid);
    }
    var number = Integer.parseInt(match.group(4));
    var first = match.group(1).equals("VC4") ? STS1_PER_VC4 * (number - 1) + 1 : number;
    return new PathAid(Integer.parseInt(match.group(2)), portNumber(match.group(3)), first);
  }

  /** The same; empty if it is of none of these forms. */
  static Optional<PathAid> find(String aid) {
    return PATH.matcher(aid).matches() || aid.matches("FAC-\\d{1,2}(-\\d{1,2})?")
        ? Optional.of(parse(aid))
        : Optional.empty();
  }

  /** Every text of a path that is read from this one. */
  Stream<String> names(String aid) {
    if (first == 0) {
      return Stream.of(facility());
    }
    var kind = aid.substring(0, aid.indexOf('-'));
    var number = aid.substring(aid.lastIndexOf('-'));
    var whole = kind + "-" + slot + "-" + port + number;
    return port == 1 ? Stream.of(whole, kind + "-" + slot + number) : Stream.of(whole);
  }

  /**
   * Reads a port as a topology names it: what the AIDs of its paths begin with, or its facility.
   */
  static PathAid ofPort(String aid) {
    var match = PORT.matcher(aid);
    if (!match.matches()) {
      throw new IllegalArgumentException("not a port of an ONS 15454: " + aid);
    }
    return new PathAid(Integer.parseInt(match.group(1)), portNumber(match.group(2)), 0);
  }

  private static int portNumber(String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }

  /** What the AID of a path is in a port that a topology names so. */
  static String of(String port, int first, boolean isSdh) {
    return port + "-" + (isSdh ? (first - 1) / STS1_PER_VC4 + 1 : first);
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
        && (first == 0
            || other.first == 0
            || (first < other.first + otherWidth && other.first < first + width));
  }
}
