package org.touchpaper.elementemulator.dataplane;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a data plane needs from its machine. */
public final class LinuxRequirements {

  private static final String EFFECTIVE = "CapEff:";
  private static final int CAP_NET_ADMIN = 12;
  private static final int CAP_SYS_ADMIN = 21;
  private static final int HEXADECIMAL = 16;

  private LinuxRequirements() {}

  /** What is missing, in words; empty if all is there. */
  public static List<String> listMissing() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return List.of("Linux");
    }
    var missing = new ArrayList<String>();
    if (!Files.isWritable(Path.of("/dev/net/tun"))) {
      missing.add("write access to /dev/net/tun");
    }
    if (Stream.of("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip")
        .noneMatch(ip -> Files.isExecutable(Path.of(ip)))) {
      missing.add("the command ip (package iproute2)");
    }
    missing.addAll(missingCapabilities());
    return missing;
  }

  private static List<String> missingCapabilities() {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      var effective =
          lines
              .filter(line -> line.startsWith(EFFECTIVE))
              .map(line -> new BigInteger(line.substring(EFFECTIVE.length()).strip(), HEXADECIMAL))
              .findFirst()
              .orElse(BigInteger.ZERO);
      return effective.testBit(CAP_NET_ADMIN) && effective.testBit(CAP_SYS_ADMIN)
          ? List.of()
          : List.of("the capabilities CAP_NET_ADMIN and CAP_SYS_ADMIN (root has them)");
    } catch (IOException e) {
      return List.of("a readable /proc/self/status: " + e.getMessage());
    }
  }
}
