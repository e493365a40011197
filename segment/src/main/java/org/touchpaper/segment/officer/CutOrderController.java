package org.touchpaper.segment.officer;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.security.PeerAuthentication;
import org.touchpaper.segment.cut.CircuitSearchRequest;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutTarget;

/** Serves cuts over HTTP: to officers under {@code /api/v1}, to brokers as peers without it. */
@RestController
final class CutOrderController {

  static final String OFFICER_CUTS = "/api/v1/cuts";
  static final String OFFICER_USAGE = "/api/v1/usage";
  static final String PEER_CUTS = "/cuts";
  static final String PEER_USAGE = "/usage";

  private final CutService service;
  private final String serviceName;

  CutOrderController(CutService service, TouchpaperProperties properties) {
    this.service = service;
    this.serviceName = properties.name();
  }

  /**
   * The order to cut.
   *
   * @param kind lightpath, host or site
   * @param target the lightpath's id, the host's name or port, or the network; of a site it may be
   *     left out
   * @param onBehalfOf the officer, if a broker asks
   */
  record CutRequest(
      @Nullable String kind,
      @Nullable String target,
      @Nullable String reason,
      @Nullable String onBehalfOf) {}

  /**
   * The order to lift a cut.
   *
   * @param onBehalfOf the officer, if a broker asks
   */
  record LiftRequest(@Nullable String reason, @Nullable String onBehalfOf) {}

  @GetMapping(
      path = {OFFICER_CUTS, PEER_CUTS},
      produces = MediaType.APPLICATION_JSON_VALUE)
  CutView.CutList list(@RequestParam(defaultValue = "false") boolean lifted) {
    var site = service.site();
    return new CutView.CutList(
        serviceName,
        site.network(),
        site.title(),
        site.hosts().entrySet().stream()
            .map(host -> new CutView.HostName(host.getKey(), host.getValue()))
            .sorted((a, b) -> a.name().compareTo(b.name()))
            .toList(),
        (lifted ? service.listLatest() : service.listInForce())
            .stream().map(cut -> CutView.of(cut, site)).toList());
  }

  @GetMapping(
      path = {OFFICER_USAGE, PEER_USAGE},
      produces = MediaType.APPLICATION_JSON_VALUE)
  CutView.UseList usage(
      @RequestParam(defaultValue = "") String search,
      @RequestParam(required = false) @Nullable String kind,
      @RequestParam(required = false) @Nullable String target,
      @RequestParam(defaultValue = "" + CircuitSearchRequest.MAX_LIMIT) int limit) {
    if (limit < 1 || limit > CircuitSearchRequest.MAX_LIMIT) {
      throw InvalidRequestException.unprocessable(
          "limit", "range", "limit must be from 1 to %d".formatted(CircuitSearchRequest.MAX_LIMIT));
    }
    var covering = kind == null && target == null ? null : target(kind, target);
    var found = service.listUse(new CircuitSearchRequest(search, covering, limit));
    return new CutView.UseList(serviceName, found.circuits(), found.more());
  }

  @GetMapping(
      path = {OFFICER_CUTS + "/{id}", PEER_CUTS + "/{id}"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  CutView show(@PathVariable UUID id) {
    var incident = service.findIncident(id);
    if (incident == null) {
      throw unknown(id);
    }
    return CutView.of(incident, service.site());
  }

  /** 201 if it is cut now; 200 if it was already. */
  @PutMapping(
      path = {OFFICER_CUTS + "/{id}", PEER_CUTS + "/{id}"},
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<CutView> cut(
      @PathVariable UUID id, @RequestBody CutRequest request, Authentication login) {
    var reason = checkedReason(request.reason());
    return switch (service.cut(
        id,
        target(request.kind(), request.target()),
        reason,
        officer(login, request.onBehalfOf()))) {
      case CutOrderResult.Created(var cut) ->
          ResponseEntity.status(HttpStatus.CREATED).body(show(cut.id()));
      case CutOrderResult.Unchanged(var cut) -> ResponseEntity.ok(show(cut.id()));
      case CutOrderResult.Lifted(var cut) -> ResponseEntity.ok(show(cut.id()));
      case CutOrderResult.Unknown() -> throw unknown(id);
      case CutOrderResult.UnknownTarget(var why) ->
          throw InvalidRequestException.unprocessable("target", "unknown", why);
      case CutOrderResult.Rejected(var cut) ->
          throw problem(
              HttpStatus.CONFLICT,
              "cut %s is of %s; use a new id".formatted(id, service.site().describe(cut.target())));
    };
  }

  @PostMapping(
      path = {OFFICER_CUTS + "/{id}/lift", PEER_CUTS + "/{id}/lift"},
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  CutView lift(@PathVariable UUID id, @RequestBody LiftRequest request, Authentication login) {
    var reason = checkedReason(request.reason());
    var result = service.lift(id, reason, officer(login, request.onBehalfOf()));
    if (result instanceof CutOrderResult.Unknown) {
      throw unknown(id);
    }
    return show(id);
  }

  private CutTarget target(@Nullable String kindName, @Nullable String targetName) {
    var kind =
        Arrays.stream(CutTarget.Kind.values())
            .filter(known -> known.name().toLowerCase(Locale.ROOT).equalsIgnoreCase(kindName))
            .findFirst()
            .orElseThrow(() ->
                InvalidRequestException.unprocessable(
                    "kind", "unknown", "kind must be lightpath, host or site"));
    var site = service.site();
    var name = targetName == null ? "" : targetName.strip();
    if (name.isEmpty() && kind != CutTarget.Kind.SITE) {
      throw InvalidRequestException.unprocessable("target", "required", "target is required");
    }
    return switch (kind) {
      case SITE -> new CutTarget.Site(name.isEmpty() ? site.network() : name);
      case HOST -> new CutTarget.Host(site.findPort(name).orElse(name));
      case LIGHTPATH -> {
        try {
          yield CutTarget.of(kind, name);
        } catch (IllegalArgumentException e) {
          throw InvalidRequestException.unprocessable(
              "target", "uuid", "a lightpath's id is a UUID, not " + name);
        }
      }
    };
  }

  private static String checkedReason(@Nullable String reason) {
    var text = reason == null ? "" : reason.strip();
    if (text.isEmpty()) {
      throw InvalidRequestException.unprocessable("reason", "required", "reason is required");
    }
    if (text.length() > Cut.MAX_REASON_LENGTH) {
      throw InvalidRequestException.unprocessable(
          "reason",
          "too-long",
          "reason may have at most %d characters".formatted(Cut.MAX_REASON_LENGTH));
    }
    if (text.chars().anyMatch(CutOrderController::isControl)) {
      throw InvalidRequestException.unprocessable(
          "reason", "characters", "reason must not contain control characters");
    }
    return text;
  }

  /** Also marks that reverse the direction of the text after them (Unicode UAX 9). */
  private static boolean isControl(int character) {
    return Character.isISOControl(character)
        || Character.getType(character) == Character.FORMAT
        || Character.getType(character) == Character.LINE_SEPARATOR
        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
  }

  /** A broker vouches for its officer. */
  private static String officer(Authentication login, @Nullable String onBehalfOf) {
    if (!(login instanceof PeerAuthentication)) {
      return login.getName();
    }
    if (onBehalfOf == null || onBehalfOf.isBlank() || onBehalfOf.length() > 80) {
      throw InvalidRequestException.unprocessable(
          "onBehalfOf", "required", "onBehalfOf must name the officer, in at most 80 characters");
    }
    if (onBehalfOf.chars().anyMatch(CutOrderController::isControl)) {
      throw InvalidRequestException.unprocessable(
          "onBehalfOf", "characters", "onBehalfOf must not contain control characters");
    }
    return onBehalfOf.strip() + " through " + login.getName();
  }

  private static ErrorResponseException unknown(UUID id) {
    return problem(HttpStatus.NOT_FOUND, "no cut " + id);
  }

  private static ErrorResponseException problem(HttpStatus status, String detail) {
    return new ErrorResponseException(
        status, ProblemDetail.forStatusAndDetail(status, detail), null);
  }
}
