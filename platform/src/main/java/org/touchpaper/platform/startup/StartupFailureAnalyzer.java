package org.touchpaper.platform.startup;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.touchpaper.platform.postgres.RestoredDatabaseException;
import org.yaml.snakeyaml.error.YAMLException;

/** Explains what an operator can correct, instead of a stack trace. */
final class StartupFailureAnalyzer implements FailureAnalyzer {

  private static final String CORRECT = "Correct the configuration file and start again.";

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      var message = String.valueOf(cause.getMessage());
      switch (cause) {
        case InvalidSettingsException invalid -> {
          return new FailureAnalysis(message, CORRECT, invalid);
        }
        case RestoredDatabaseException restored -> {
          return new FailureAnalysis(
              "This service does not start, because " + message + ".",
              "Start it with the original database if that still exists. Otherwise follow"
                  + " docs/operations/restoring-a-backup.md.",
              restored);
        }
        case YAMLException yaml -> {
          return new FailureAnalysis(
              "The configuration file is not valid YAML: " + message, CORRECT, yaml);
        }
        case SQLException sql when !(sql.getCause() instanceof SQLException) -> {
          return new FailureAnalysis(
              "The database cannot be used: " + message,
              "Check spring.datasource.url, .username and .password, and that PostgreSQL runs.",
              sql);
        }
        case RuntimeException setting when message.startsWith("touchpaper.") -> {
          return new FailureAnalysis(message, CORRECT, setting);
        }
        default -> {
          // its cause may tell
        }
      }
    }
    return null;
  }
}
