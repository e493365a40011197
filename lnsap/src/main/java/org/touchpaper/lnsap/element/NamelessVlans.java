package org.touchpaper.lnsap.element;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The VLANs that were made for circuits and did not take their names, so that nothing on the
 * element tells whose they are. One is its circuit's until it reads as gone, with no line to come
 * that would make it yet, or as named: what somebody makes there afterwards is theirs. Known to
 * this life of ours alone. Safe for threads.
 */
final class NamelessVlans {

  private final LateLines lateLines;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();

  NamelessVlans(LateLines lateLines) {
    this.lateLines = lateLines;
  }

  /** Equal to itself alone: the same circuit may claim the same VLAN anew. */
  private static final class Claim {
    private final String circuit;

    private Claim(String circuit) {
      this.circuit = circuit;
    }
  }

  /** It was made for the circuit, or is made yet by a line that {@link LateLines} know of. */
  void claim(String vlan, String circuit) {
    claims.put(vlan, new Claim(circuit));
  }

  /** To be taken before anything is asked. */
  Seen before() {
    return new Seen(Map.copyOf(claims));
  }

  /** What a reading is compared with: what is claimed while it goes on it says nothing about. */
  final class Seen {
    private final Map<String, Claim> earlier;

    private Seen(Map<String, Claim> earlier) {
      this.earlier = earlier;
    }

    /** The circuit that a VLAN which reads like this is left of, and was not named after. */
    Optional<String> circuitOf(String number, Optional<IosReading.Vlan> read) {
      var claim = earlier.get(number);
      if (claim == null) {
        return Optional.empty();
      }
      var isNameless =
          read.filter(vlan -> vlan.name().equals(IosOutput.defaultVlanName(number))).isPresent();
      if (!isNameless && !(read.isEmpty() && lateLines.mayCome(claim.circuit))) {
        claims.remove(number, claim);
      }
      return isNameless ? Optional.of(claim.circuit) : Optional.empty();
    }
  }
}
