package org.touchpaper.hlm.cli.element;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = {
      "Restores missing configuration of existing circuits on an element, and prints their ids.",
      "A removal on the element counts as intended and fails the circuit after a while. If it was a"
          + " mistake, restore it before. Circuits that were cut, abandoned or ended stay so."
    })
public final class ElementRestoreCommand implements Callable<Integer> {
  private final CliEnvironment environment;
  @Mixin private ElementOptions elementOptions = new ElementOptions();

  @Parameters(
      paramLabel = "NAME",
      converter = ElementCommand.ElementNameConverter.class,
      description = "Element name.")
  private String name = "";

  public ElementRestoreCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return elementOptions.run(environment, name, this::restore);
  }

  private ExitCode restore(ElementApiClient client, URI service, ElementPrinter printer) {
    var reply = client.post(service, name, "restore", Map.of());
    var result = reply.body();
    if (!reply.isSuccess() || result == null) {
      return printer.reportFailure(service, reply);
    }
    if (elementOptions.json()) {
      environment.printLine(reply.text());
    } else {
      printer.printRestoreResult(result);
    }
    return result.path("problem").isMissingNode() ? ExitCode.DONE : ExitCode.UNREACHABLE_OR_UNKNOWN;
  }
}
