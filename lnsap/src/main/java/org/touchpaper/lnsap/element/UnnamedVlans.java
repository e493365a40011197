package org.touchpaper.lnsap.element;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The VLANs that were created for circuits but may lack their names, so that the element cannot
 * show their owner. A claim lasts from before the creation until the VLAN is missing and no command
 * may still create it, or it is named, or used by others: VLANs created there later are not ours.
 * Thread-safe.
 */
final class UnnamedVlans {

  private final UncertainCommands uncertainCommands;
  private final VlanClaims claimStore;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /** Loads the claims of an earlier process. */
  UnnamedVlans(UncertainCommands uncertainCommands, VlanClaims claimStore) {
    this.uncertainCommands = uncertainCommands;
    this.claimStore = claimStore;
    claimStore.list().forEach((vlan, circuit) -> claims.put(vlan, new Claim(vlan, circuit, false)));
  }

  /** A claim, compared by identity: the same circuit may claim the same VLAN again. */
  static final class Claim {
    private final String vlan;
    private final String circuit;
    private final boolean inProgress;

    private Claim(String vlan, String circuit, boolean inProgress) {
      this.vlan = vlan;
      this.circuit = circuit;
      this.inProgress = inProgress;
    }

    String vlan() {
      return vlan;
    }

    String circuit() {
      return circuit;
    }
  }

  /** Claims a VLAN that is about to be created; durable. */
  Claim openClaim(String vlan, String circuit) {
    lock.lock();
    try {
      claimStore.put(vlan, circuit);
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
        claimStore.remove(claim.vlan, claim.circuit); // first, so that a failure is retried
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

    /** The claim on a VLAN of this number. */
    Optional<Claim> findClaim(String number) {
      return Optional.ofNullable(knownClaims.get(number));
    }

    /** True if a missing VLAN may still be created for its circuit. */
    boolean mayStillTakeEffect(Claim claim) {
      return claim.inProgress || uncertainCommands.mayStillTakeEffect(claim.circuit);
    }
  }
}
