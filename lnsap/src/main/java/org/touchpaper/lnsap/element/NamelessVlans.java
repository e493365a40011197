package org.touchpaper.lnsap.element;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The VLANs that were made for circuits and did not take their names, so that nothing on the
 * element tells whose they are. One is its circuit's from before it is made until it reads as gone,
 * with no line to come that would make it yet, or as named: what somebody makes there afterwards is
 * theirs. Safe for threads.
 */
final class NamelessVlans {

  private final LateLines lateLines;
  private final VlanClaims kept;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();

  /** With what an earlier life of ours left. */
  NamelessVlans(LateLines lateLines, VlanClaims kept) {
    this.lateLines = lateLines;
    this.kept = kept;
    kept.list().forEach((vlan, circuit) -> claims.put(vlan, new Claim(circuit, false)));
  }

  /** Equal to itself alone: the same circuit may claim the same VLAN anew. */
  private static final class Claim {
    private final String circuit;
    private final boolean isTyped;

    private Claim(String circuit, boolean isTyped) {
      this.circuit = circuit;
      this.isTyped = isTyped;
    }
  }

  /** It is about to be made for the circuit: should we die now, it was. */
  void begin(String vlan, String circuit) {
    kept.put(vlan, circuit);
    claims.put(vlan, new Claim(circuit, true));
  }

  /** It was made and named, or neither. */
  void end(String vlan, String circuit) {
    claims.remove(vlan);
    kept.remove(vlan, circuit);
  }

  /** It was made for the circuit, or is made yet by a line that {@link LateLines} know of. */
  void claim(String vlan, String circuit) {
    claims.put(vlan, new Claim(circuit, false));
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
      var mayCome = claim.isTyped || (read.isEmpty() && lateLines.mayCome(claim.circuit));
      if (!isNameless && !mayCome && claims.remove(number, claim)) {
        kept.remove(number, claim.circuit);
      }
      return isNameless ? Optional.of(claim.circuit) : Optional.empty();
    }
  }
}
