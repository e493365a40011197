package org.touchpaper.lnsap.element;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The VLANs that were made for circuits and did not take their names, so that nothing on the
 * element tells whose they are. One is its circuit's from before it is made until it reads as gone,
 * with no line to come that would make it yet, or as named, or as used by others: what somebody
 * makes there afterwards is theirs. Safe for threads.
 */
final class NamelessVlans {

  private final LateLines lateLines;
  private final VlanClaims kept;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();
  private final ReentrantLock changes = new ReentrantLock();

  /** With what an earlier life of ours left. */
  NamelessVlans(LateLines lateLines, VlanClaims kept) {
    this.lateLines = lateLines;
    this.kept = kept;
    kept.list().forEach((vlan, circuit) -> claims.put(vlan, new Claim(vlan, circuit, false)));
  }

  /** Equal to itself alone: the same circuit may claim the same VLAN anew. */
  static final class Claim {
    private final String vlan;
    private final String circuit;
    private final boolean isTyped;

    private Claim(String vlan, String circuit, boolean isTyped) {
      this.vlan = vlan;
      this.circuit = circuit;
      this.isTyped = isTyped;
    }

    String vlan() {
      return vlan;
    }

    String circuit() {
      return circuit;
    }
  }

  /** It is about to be made for the circuit: should we die now, it was. */
  Claim begin(String vlan, String circuit) {
    changes.lock();
    try {
      kept.put(vlan, circuit);
      var typed = new Claim(vlan, circuit, true);
      claims.put(vlan, typed);
      return typed;
    } finally {
      changes.unlock();
    }
  }

  /** The lines were typed, and it may be there without a name, or come yet. */
  Claim typed(Claim begun) {
    var claim = new Claim(begun.vlan, begun.circuit, false);
    claims.replace(begun.vlan, begun, claim);
    return claim;
  }

  /** It was made and named, or is not there, or is somebody else's; a later claim stays. */
  void forget(Claim claim) {
    changes.lock();
    try {
      if (!claim.isTyped && claim.equals(claims.get(claim.vlan))) {
        kept.remove(claim.vlan, claim.circuit); // first: what fails here is tried again
        claims.remove(claim.vlan);
      }
    } finally {
      changes.unlock();
    }
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

    /** The claim on a VLAN of this number. */
    Optional<Claim> on(String number) {
      return Optional.ofNullable(earlier.get(number));
    }

    /** True if a VLAN that reads as gone may yet be made for its circuit. */
    boolean mayCome(Claim claim) {
      return claim.isTyped || lateLines.mayCome(claim.circuit);
    }
  }
}
