package org.touchpaper.hlm.cli.booking;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.ResourceAndTimetablePrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "resources",
    description = "Lists hosts, clusters and links with their limits, and where to book them.",
    footerHeading = "%nExamples:%n",
    footer = {"  touchpaper resources", "  touchpaper resources --type host,cluster --text newton"})
public final class ResourcesCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      description = "Only resources of these types: host, cluster, link, units.")
  private List<String> types = List.of();

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Only resources with this text in their name.")
  private @Nullable String text;

  public ResourcesCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var client = barConnectionOptions.connect(environment)) {
      return barConnectionOptions
          .printer(environment)
          .print(
              client.resources(types, text),
              new ResourceAndTimetablePrinter(environment)::printResources,
              RetryAdviceTexts.tryAgain())
          .code();
    }
  }
}
