package org.touchpaper.lnsap.campus;

/** Normalises Cisco interface names to the form of the element's configuration. */
public final class InterfaceNameNormalizer {

  private InterfaceNameNormalizer() {}

  /** {@code GigabitEthernet3/1} for {@code Gi3/1} or {@code gi 3/1}; else the name itself. */
  public static String full(String name) {
    return name.strip()
        .replaceFirst("(?i)^te(ngigabitethernet)? ?(?=\\d)", "TenGigabitEthernet")
        .replaceFirst("(?i)^gi(gabitethernet)? ?(?=\\d)", "GigabitEthernet")
        .replaceFirst("(?i)^fa(stethernet)? ?(?=\\d)", "FastEthernet")
        .replaceFirst("(?i)^po(rt-channel)? ?(?=\\d)", "Port-channel");
  }
}
