package org.touchpaper.lnsap.element;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/**
 * Stores claims on the VLANs that were created for circuits but may lack their names, so that the
 * element cannot show their owner. A claim lasts from before the creation until the VLAN is missing
 * and no command may still create it, or it is named, or used by others: VLANs created there later
 * are not ours. Thread-safe.
 */
final class UnnamedVlanClaimStore {

  /** Note about a VLAN: the circuit that it is created for. */
  private static final String KIND = "VLAN";

  private final UncertainCommandPortBlocker uncertainCommandPortBlocker;
  private final DriverItemNoteRepository notes;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /** Loads the claims of an earlier process. */
  UnnamedVlanClaimStore(
      UncertainCommandPortBlocker uncertainCommandPortBlocker, DriverItemNoteRepository notes) {
    this.uncertainCommandPortBlocker = uncertainCommandPortBlocker;
    this.notes = notes;
    notes.list(KIND).forEach((vlan, circuit) -> claims.put(vlan, new Claim(vlan, circuit, false)));
  }

  /** A claim; the mark tells it from another by the same circuit on the same VLAN. */
  record Claim(String vlan, String circuit, boolean inProgress, Object mark) {
    Claim(String vlan, String circuit, boolean inProgress) {
      this(vlan, circuit, inProgress, new Object());
    }
  }

  /** Claims a VLAN that is about to be created; durable. */
  Claim openClaim(String vlan, String circuit) {
    lock.lock();
    try {
      notes.put(KIND, vlan, circuit);
      var claim = new Claim(vlan, circuit, true);
      claims.put(vlan, claim);
      return claim;
    } finally {
      lock.unlock();
    }
  }

  /** The lines were typed; the VLAN may exist without a name, or be created late. */
  Claim confirmSent(Claim openClaim) {
    var claim = new Claim(openClaim.vlan, openClaim.circuit, false);
    claims.replace(openClaim.vlan, openClaim, claim);
    return claim;
  }

  /** Drops a claim on a VLAN that is named, missing or another party's; keeps a later claim. */
  void dropClaim(Claim claim) {
    lock.lock();
    try {
      if (!claim.inProgress && claim.equals(claims.get(claim.vlan))) {
        notes.remove(KIND, claim.vlan); // first, so that a failure is retried
        claims.remove(claim.vlan);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The current claims; take it before a reading. */
  ClaimSnapshot snapshot() {
    return new ClaimSnapshot(Map.copyOf(claims));
  }

  /** The claims before a reading, which does not cover later ones. */
  final class ClaimSnapshot {
    private final Map<String, Claim> knownClaims;

    private ClaimSnapshot(Map<String, Claim> knownClaims) {
      this.knownClaims = knownClaims;
    }

    Optional<Claim> findClaim(String number) {
      return Optional.ofNullable(knownClaims.get(number));
    }

    /** True if a missing VLAN may still be created for its circuit. */
    boolean mayStillTakeEffect(Claim claim) {
      return claim.inProgress || uncertainCommandPortBlocker.mayStillTakeEffect(claim.circuit);
    }
  }
}
