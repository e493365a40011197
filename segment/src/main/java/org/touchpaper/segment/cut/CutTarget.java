package org.touchpaper.segment.cut;

import java.util.UUID;

/** What is cut. Pure. */
public sealed interface CutTarget {

  /**
   * One lightpath.
   *
   * @param id the id of the connection here, or of the reservation of its holder
   */
  record Lightpath(UUID id) implements CutTarget {}

  /**
   * A host, or another port at which circuits end.
   *
   * @param port the port of its STP
   */
  record Host(String port) implements CutTarget {}

  /**
   * Every circuit of this network.
   *
   * @param network as in STPs
   */
  record Site(String network) implements CutTarget {}

  /** The kinds of target, as in requests and in the table. */
  enum Kind {
    LIGHTPATH,
    HOST,
    SITE
  }

  default Kind kind() {
    return switch (this) {
      case Lightpath _ -> Kind.LIGHTPATH;
      case Host _ -> Kind.HOST;
      case Site _ -> Kind.SITE;
    };
  }

  /** The name of the target, which with the kind identifies it. */
  default String name() {
    return switch (this) {
      case Lightpath(var id) -> id.toString();
      case Host(var port) -> port;
      case Site(var network) -> network;
    };
  }

  /**
   * The inverse of {@link #kind} and {@link #name}.
   *
   * @throws IllegalArgumentException if a lightpath's name is not a UUID
   */
  static CutTarget of(Kind kind, String name) {
    return switch (kind) {
      case LIGHTPATH -> new Lightpath(UUID.fromString(name));
      case HOST -> new Host(name);
      case SITE -> new Site(name);
    };
  }

  /** True if a circuit with these ids between these ports must not be. */
  default boolean covers(CutMatchKeys candidate) {
    return switch (this) {
      case Lightpath(var id) ->
          id.equals(candidate.connection()) || id.equals(candidate.holderConnection());
      case Host(var port) ->
          port.equals(candidate.sourcePort()) || port.equals(candidate.destinationPort());
      case Site _ -> true;
    };
  }
}
