package org.touchpaper.bar.web.network;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.web.elements.ElementListView;

/**
 * The map of the network. What it shows is in its URL: the moment ({@code at}, in UTC; now without
 * it), and the chosen link, element or site.
 */
@Controller
class NetworkPageController {

  /** How far the slider goes back and ahead. What is measured is kept as long. */
  private static final Duration SLIDER = Duration.ofDays(7);

  private final NetworkReader reader;
  private final ElementListView.Reader elements;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  NetworkPageController(
      NetworkReader reader,
      ElementListView.Reader elements,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.reader = reader;
    this.elements = elements;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  /**
   * The moment shown.
   *
   * @param now whether it is now
   * @param problem what is wrong with what was asked for; null if nothing
   */
  private record Moment(Instant at, boolean now, @Nullable String problem) {
    static Moment of(@Nullable String text, Instant now) {
      if (text == null || text.isBlank()) {
        return new Moment(now, true, null);
      }
      try {
        var at =
            text.endsWith("Z")
                ? Instant.parse(text)
                : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        if (Duration.between(now, at).abs().compareTo(Duration.ofDays(36_500)) < 0) {
          return new Moment(at, false, null);
        }
      } catch (DateTimeException _) {
        // reported below
      }
      var problem = "“" + text + "” is no date and time such as 2026-12-01T20:00. Shown is now.";
      return new Moment(now, true, problem);
    }

    String input() {
      return LocalDateTime.ofInstant(at, ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).toString();
    }
  }

  /**
   * The URLs of this page, which keep the moment.
   *
   * @param at null for now
   */
  public record Urls(@Nullable String at) {
    public String link(String id) {
      return of("link", id);
    }

    public String element(String id) {
      return of("element", id);
    }

    public String site(String id) {
      return of("site", id);
    }

    String of(String kind, String id) {
      return UriComponentsBuilder.fromPath("/network")
          .queryParamIfPresent("at", Optional.ofNullable(at))
          .queryParam(kind, "{id}")
          .encode()
          .buildAndExpand(id)
          .toUriString();
    }
  }

  @GetMapping("/network")
  String show(
      @RequestParam(required = false) @Nullable String at,
      @RequestParam(required = false) @Nullable String link,
      @RequestParam(required = false) @Nullable String element,
      @RequestParam(required = false) @Nullable String site,
      Authentication login,
      HttpServletRequest request,
      Model model) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var moment = Moment.of(at, now);
    var person = currentUserPermissionService.personOf(login);
    var topology = reader.readTopology();
    var loads = reader.readLoads(topology.value(), moment.at(), person);
    var traffic =
        moment.at().isAfter(now)
            ? new NetworkReader.Answer<>(Map.<String, LinkTraffic>of(), null)
            : reader.readTraffic(topology.value(), moment.at());
    var listing =
        request.isUserInRole("OPERATOR") || request.isUserInRole("ADMIN") ? elements.read() : null;
    var map =
        NetworkDrawing.of(
            directory.get(),
            topology.value(),
            loads.value(),
            traffic.value(),
            listing,
            reader::layout);
    var urls = new Urls(moment.now() ? null : moment.input());
    model.addAttribute("who", login.getName());
    model.addAttribute("map", map);
    model.addAttribute("at", moment.at());
    model.addAttribute("isNow", moment.now());
    model.addAttribute("problem", moment.problem());
    model.addAttribute("input", moment.input());
    model.addAttribute("sliderStart", now.getEpochSecond());
    model.addAttribute("sliderMinutes", SLIDER.toMinutes());
    model.addAttribute(
        "sliderValue",
        Math.clamp(
            Duration.between(now, moment.at()).toMinutes(),
            -SLIDER.toMinutes(),
            SLIDER.toMinutes()));
    model.addAttribute("isAhead", moment.at().isAfter(now));
    model.addAttribute("unmeasured", traffic.missing());
    model.addAttribute("missing", Optional.ofNullable(topology.missing()).orElse(loads.missing()));
    model.addAttribute("nsap", directory.get().bar().nsap());
    model.addAttribute("digest", listing == null ? null : listing.digest());
    model.addAttribute("listing", listing);
    model.addAttribute("urls", urls);
    addChosen(map, link, element, site, model);
    map.link(String.valueOf(link))
        .ifPresent(
            chosen -> model.addAttribute("link", reader.readLink(chosen, moment.at(), person)));
    model.addAttribute("here", here(urls, link, element, site));
    return "network";
  }

  private static void addChosen(
      NetworkDrawing map,
      @Nullable String link,
      @Nullable String element,
      @Nullable String site,
      Model model) {
    var node = map.nodes().stream().filter(one -> one.id().equals(element)).findFirst();
    var campus = map.sites().stream().filter(one -> one.id().equals(site)).findFirst();
    node.ifPresent(chosen -> {
      model.addAttribute("node", chosen);
      model.addAttribute(
          "nodeLinks",
          map.wideAreaLinks().stream()
              .filter(one -> one.from().equals(chosen.id()) || one.to().equals(chosen.id()))
              .toList());
    });
    campus.ifPresent(chosen -> model.addAttribute("site", chosen));
    var unknown =
        link != null && map.link(link).isEmpty()
            ? "link " + link
            : element != null && node.isEmpty()
                ? "element " + element
                : site != null && campus.isEmpty() ? "site " + site : null;
    model.addAttribute("unknown", unknown);
  }

  /** The URL of this page, for its reload. */
  private static String here(
      Urls urls, @Nullable String link, @Nullable String element, @Nullable String site) {
    if (link != null) {
      return urls.link(link);
    }
    if (element != null) {
      return urls.element(element);
    }
    if (site != null) {
      return urls.site(site);
    }
    return urls.at() == null ? "/network" : "/network?at=" + urls.at();
  }
}
