package org.touchpaper.elementemulator.forwarding;

import java.util.List;

/** What an element does with a packet, by its present configuration. */
public sealed interface ForwardingResult {

  /**
   * It leaves by a port.
   *
   * @param circuit the name of the entity that carries it, such as a VLAN or a cross-connect
   * @param policers that it passes, in order
   */
  record Forwarded(
      String port,
      PacketEncapsulation encapsulation,
      String circuit,
      List<PolicerSettings> policers)
      implements ForwardingResult {
    public Forwarded {
      policers = List.copyOf(policers);
    }

    public Forwarded(String port, PacketEncapsulation encapsulation, String circuit) {
      this(port, encapsulation, circuit, List.of());
    }
  }

  /** It is dropped; the reason names the element. */
  record Blocked(String reason) implements ForwardingResult {}
}
