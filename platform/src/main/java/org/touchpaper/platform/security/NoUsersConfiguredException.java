package org.touchpaper.platform.security;

import java.io.Serial;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** No users are configured in the production profile, so the service does not start. */
final class NoUsersConfiguredException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private static final String DESCRIPTION = "No users are configured.";

  NoUsersConfiguredException() {
    super(
        DESCRIPTION
            + " Set touchpaper.users.<name>.password or, for a demo, touchpaper.profile=demo.");
  }

  /** Replaces the stack trace at start-up. */
  static final class Analyzer extends AbstractFailureAnalyzer<NoUsersConfiguredException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoUsersConfiguredException cause) {
      return new FailureAnalysis(
          DESCRIPTION,
          """
          Set touchpaper.users.<name>.password-file (or .password) and touchpaper.users.<name>.roles \
          for at least one person, or touchpaper.profile=demo to get the demo users.\
          """,
          cause);
    }
  }
}
