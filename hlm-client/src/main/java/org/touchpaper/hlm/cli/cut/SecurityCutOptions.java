package org.touchpaper.hlm.cli.cut;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.CommonServiceOptions;
import org.touchpaper.hlm.cli.common.CommonServiceOptions.DefaultServices;
import org.touchpaper.hlm.cli.common.ServiceUrlAndPasswordReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * Options of commands that call the service at which circuits are cut, as a user with the role
 * officer or admin there; no BAR is needed.
 */
@Command(mixinStandardHelpOptions = true)
final class SecurityCutOptions {
  private static final DefaultServices DEFAULT =
      new DefaultServices("TOUCHPAPER_CUT_URL", List.of(8081), "an L-NSAP or NSAP");

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL of the L-NSAP of the campus, or of the NSAP. Default: $TOUCHPAPER_CUT_URL, else the"
              + " demo network's L-NSAP at UCL on this machine.")
  private @Nullable URI url;

  @Mixin private CommonServiceOptions service = new CommonServiceOptions();

  boolean json() {
    return service.json();
  }

  SecurityCutClient connect(CliEnvironment environment) {
    var name = service.user(environment, "officer");
    var given = url == null ? List.<URI>of() : List.of(url);
    return new SecurityCutClient(
        service.urls(spec, environment, given, DEFAULT).getFirst(),
        name,
        ServiceUrlAndPasswordReader.password(spec, environment, name));
  }
}
