package org.touchpaper.hlm.cli.output;

import java.util.function.ToDoubleFunction;
import org.touchpaper.hlm.TrafficDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints measured traffic. */
public record TrafficPrinter(CliEnvironment environment) {

  /** The mean and the peak of each direction. */
  public void printTraffic(TrafficDto traffic) {
    environment.printLine(
        "%s  booked %d Mbit/s, %s to %s"
            .formatted(
                traffic.connectionId(), traffic.bandwidthMbps(), traffic.from(), traffic.to()));
    if (traffic.points().isEmpty()) {
      environment.printLine("  nothing was counted");
      return;
    }
    printRates("to destination", traffic, TrafficDto.Point::toDestinationMbps);
    printRates("to source", traffic, TrafficDto.Point::toSourceMbps);
    printRates("dropped", traffic, TrafficDto.Point::droppedMbps);
  }

  private void printRates(
      String name, TrafficDto traffic, ToDoubleFunction<TrafficDto.Point> rate) {
    var rates = traffic.points().stream().mapToDouble(rate).summaryStatistics();
    environment.printLine(
        "  %-15s mean %9.3f  peak %9.3f Mbit/s"
            .formatted(name, rates.getAverage(), rates.getMax()));
  }
}
