package org.touchpaper.platform.peers;

import java.io.Serial;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Nobody could log in, and demo users exist in the demo alone, so the service does not start. */
final class NoUsersConfigured extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private static final String WHAT = "No users are configured.";

  NoUsersConfigured() {
    super(WHAT + " Set touchpaper.users.<name>.password or, for a demo, touchpaper.profile=demo.");
  }

  /** What the administrator reads instead of a stack trace. */
  static final class Analyzer extends AbstractFailureAnalyzer<NoUsersConfigured> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoUsersConfigured cause) {
      return new FailureAnalysis(
          WHAT,
          """
          Set touchpaper.users.<name>.password-file (or .password) and touchpaper.users.<name>.roles \
          for at least one person, or touchpaper.profile=demo to get the demo users.\
          """,
          cause);
    }
  }
}
