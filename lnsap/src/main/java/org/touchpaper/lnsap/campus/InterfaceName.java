package org.touchpaper.lnsap.campus;

/** An interface of a Cisco as people write it, and as the element's own configuration does. */
public final class InterfaceName {

  private InterfaceName() {}

  /** {@code GigabitEthernet3/1} for {@code Gi3/1} or {@code gi 3/1}; else the name itself. */
  public static String full(String name) {
    return name.strip()
        .replaceFirst("(?i)^te(ngigabitethernet)? ?(?=\\d)", "TenGigabitEthernet")
        .replaceFirst("(?i)^gi(gabitethernet)? ?(?=\\d)", "GigabitEthernet")
        .replaceFirst("(?i)^fa(stethernet)? ?(?=\\d)", "FastEthernet")
        .replaceFirst("(?i)^po(rt-channel)? ?(?=\\d)", "Port-channel");
  }
}
