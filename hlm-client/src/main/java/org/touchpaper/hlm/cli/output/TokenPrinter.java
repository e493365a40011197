package org.touchpaper.hlm.cli.output;

import org.touchpaper.hlm.TokenDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints API tokens. */
public record TokenPrinter(CliEnvironment environment) {

  /** Prints the secret alone on a line of standard output, for scripts. */
  public void printCreatedToken(TokenDto token) {
    environment.printLine(String.valueOf(token.secret()));
    environment.printError(
        "token %s (%s) until %s; the secret cannot be shown again"
            .formatted(token.id(), String.join(", ", token.scopes()), token.expiresAt()));
  }

  public void printRevokedToken(String id) {
    environment.printLine("token " + id + " is revoked");
  }

  public void printTokens(TokenDto.Page page) {
    if (page.items().isEmpty()) {
      environment.printLine("no tokens");
    }
    for (var token : page.items()) {
      environment.printLine(
          "%s  %s  %s  until %s  %s"
              .formatted(
                  token.id(),
                  token.name(),
                  String.join(",", token.scopes()),
                  token.expiresAt(),
                  token.lastUsedAt() == null ? "never used" : "used " + token.lastUsedAt()));
    }
  }
}
