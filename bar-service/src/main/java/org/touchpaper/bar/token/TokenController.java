package org.touchpaper.bar.token;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.api.ApiRequestBodyRecords;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.problem.ProblemType;

/** REST endpoints for the caller's tokens, which a token itself cannot use. */
@RestController
@RequestMapping(path = "/api/v1/tokens", produces = MediaType.APPLICATION_JSON_VALUE)
class TokenController {

  private final TokenService service;

  TokenController(TokenService service) {
    this.service = service;
  }

  @JsonIgnoreProperties(ignoreUnknown = false)
  record TokenPost(
      @Nullable String name, @Nullable List<String> scopes, @Nullable String expiresAt) {

    String requireName() {
      if (name == null || name.isEmpty()) {
        throw InvalidRequestException.malformed("name", "required", "name is missing");
      }
      return ApiRequestBodyRecords.validateText("name", name);
    }

    List<TokenScope> requireScopes() {
      if (scopes == null || scopes.isEmpty()) {
        throw InvalidRequestException.malformed(
            "scopes", "required", "scopes is missing; there are " + allScopes());
      }
      return scopes.stream().map(TokenPost::scope).distinct().sorted().toList();
    }

    private static TokenScope scope(String text) {
      return TokenScope.find(text)
          .orElseThrow(() ->
              InvalidRequestException.malformed(
                  "scopes", "known-scope", "unknown scope " + text + "; there are " + allScopes()));
    }

    private static String allScopes() {
      return String.join(", ", TokenScope.texts(List.of(TokenScope.values())));
    }

    /** Truncates to microseconds, the database's resolution. */
    @Nullable Instant expiry() {
      try {
        return expiresAt == null
            ? null
            : OffsetDateTime.parse(expiresAt).toInstant().truncatedTo(ChronoUnit.MICROS);
      } catch (DateTimeException e) {
        throw InvalidRequestException.malformed(
            "expiresAt",
            "rfc-3339",
            "expiresAt must be an RFC 3339 time with a zone, such as 2026-12-01T21:00:00Z");
      }
    }
  }

  /** A token; {@code secret} only in the response to its creation. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TokenView(
      UUID id,
      String name,
      List<String> scopes,
      Instant createdAt,
      Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Nullable String secret) {

    static TokenView of(ApiToken token, @Nullable TokenSecret secret) {
      return new TokenView(
          token.id(),
          token.name(),
          TokenScope.texts(token.scopes()),
          token.createdAt(),
          token.expiresAt(),
          token.lastUsedAt(),
          secret == null ? null : secret.text());
    }
  }

  record TokenListView(List<TokenView> items) {}

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  TokenView create(@RequestBody TokenPost body, Authentication login, HttpServletRequest request) {
    var created =
        service.create(
            owner(login, request), body.requireName(), body.requireScopes(), body.expiry());
    return TokenView.of(created.token(), created.secret());
  }

  @GetMapping
  TokenListView list(Authentication login) {
    return new TokenListView(
        service.list(login.getName()).stream().map(token -> TokenView.of(token, null)).toList());
  }

  /** A repeat finds it revoked and gives the same response. */
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable UUID id, Authentication login, HttpServletRequest request) {
    if (!service.revoke(owner(login, request), id)) {
      throw new ErrorResponseException(
          HttpStatus.NOT_FOUND, ProblemType.NOT_FOUND.problem("you have no token " + id), null);
    }
  }

  private static TokenService.Owner owner(Authentication login, HttpServletRequest request) {
    return new TokenService.Owner(
        login.getName(),
        login.getAuthorities().stream()
            .map(GrantedAuthority::getAuthority)
            .map(String::valueOf)
            .toList(),
        request.getRemoteAddr());
  }
}
