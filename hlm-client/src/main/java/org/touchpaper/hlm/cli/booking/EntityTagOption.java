package org.touchpaper.hlm.cli.booking;

import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import picocli.CommandLine.Option;

/** The ETag that a booking must have for a request to be carried out. */
final class EntityTagOption {

  @Option(
      names = "--if-match",
      paramLabel = "ETAG",
      description = {
        "The ETag that status showed. If somebody changed the booking since then, nothing is done",
        "(exit status 1)."
      })
  private @Nullable String etag;

  /** Returns the value for the header, which has quotes; null if there is no condition. */
  @Nullable String value() {
    return etag == null || etag.equals("*") || etag.startsWith("\"") ? etag : '"' + etag + '"';
  }

  String commandLineText() {
    return etag == null ? "" : " --if-match " + ShellQuoting.quote(etag);
  }
}
