package org.touchpaper.bar.web.officer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.loadlimit.CurrentCallerType;
import org.touchpaper.bar.securitylog.SecurityLog;
import org.touchpaper.bar.securitylog.SecurityLogEntry;
import org.touchpaper.bar.securitylog.SecurityLogQuery;
import tools.jackson.databind.json.JsonMapper;

/** The log page, and its export. */
@Controller
class SecurityLogController {

  private static final int PAGE_SIZE = 50;
  private static final String CSV = "text/csv;charset=UTF-8";

  private final SecurityLog log;
  private final JsonMapper json;

  SecurityLogController(SecurityLog log, JsonMapper json) {
    this.log = log;
    this.json = json;
  }

  /**
   * The filter in the page's URL.
   *
   * @param from a day (UTC), inclusive
   * @param to a day (UTC), inclusive
   */
  public record Filter(
      @Nullable String search, @Nullable String kind, @Nullable String from, @Nullable String to) {

    SecurityLogQuery query(@Nullable Long before) {
      return new SecurityLogQuery(
          search == null ? "" : search, kindOrNull(), startOf(from, 0), startOf(to, 1), before);
    }

    private SecurityLogEntry.@Nullable Kind kindOrNull() {
      return Arrays.stream(SecurityLogEntry.Kind.values())
          .filter(known -> known.name().equals(kind))
          .findFirst()
          .orElse(null);
    }

    private static @Nullable Instant startOf(@Nullable String day, int plusDays) {
      return day == null || day.isBlank()
          ? null
          : LocalDate.parse(day).plusDays(plusDays).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The URL of the page, or of an export, with this filter. */
    String url(String path, @Nullable Long before) {
      var url = UriComponentsBuilder.fromPath(path);
      add(url, "search", search);
      add(url, "kind", kind);
      add(url, "from", from);
      add(url, "to", to);
      add(url, "before", before == null ? null : before.toString());
      return url.encode().toUriString();
    }

    private static void add(UriComponentsBuilder url, String name, @Nullable String value) {
      if (value != null && !value.isBlank()) {
        url.queryParam(name, value);
      }
    }
  }

  /** A line on the page. */
  public record Row(SecurityLogEntry entry) {
    public String kindText() {
      return textOf(entry.kind());
    }

    /** The page of the booking or cut. */
    public @Nullable String link() {
      return switch (entry.kind()) {
        case SIGN_IN, SIGN_IN_FAILED, TOKEN_CREATED, TOKEN_REVOKED -> null;
        case BOOKED, CHANGED, ENDED -> "/bookings/" + entry.subject();
        case CUT, LIFTED -> {
          if (entry.detail().startsWith(OfficerPageController.REFUSED)) {
            yield null;
          }
          yield entry.detail().startsWith(OfficerPageController.ORDERED)
              ? "/security/cuts/" + entry.subject()
              : "/bookings/" + entry.subject();
        }
      };
    }
  }

  private static String textOf(SecurityLogEntry.Kind kind) {
    return switch (kind) {
      case SIGN_IN -> "signed in";
      case SIGN_IN_FAILED -> "sign-in failed";
      case BOOKED -> "booked";
      case CHANGED -> "changed";
      case ENDED -> "ended";
      case CUT -> "cut";
      case LIFTED -> "lifted";
      case TOKEN_CREATED -> "token created";
      case TOKEN_REVOKED -> "token revoked";
    };
  }

  /** A choice of the filter. */
  public record KindChoice(String value, String text) {}

  @GetMapping("/security/log")
  String show(
      @ModelAttribute Filter filter,
      @RequestParam(required = false) @Nullable Long before,
      Authentication login,
      Model model) {
    List<SecurityLogEntry> found = List.of();
    try {
      found = log.list(filter.query(before), PAGE_SIZE + 1);
    } catch (DateTimeParseException _) {
      model.addAttribute("problem", "A date has the form 2026-12-31.");
    }
    var rows = found.stream().limit(PAGE_SIZE).map(Row::new).toList();
    var older = found.size() > PAGE_SIZE ? rows.getLast().entry().id() : null;
    model.addAttribute("filter", filter);
    model.addAttribute("rows", rows);
    model.addAttribute("here", filter.url("/security/log", before));
    model.addAttribute("newest", before == null ? null : filter.url("/security/log", null));
    model.addAttribute("older", older == null ? null : filter.url("/security/log", older));
    model.addAttribute("csv", filter.url("/security/log.csv", null));
    model.addAttribute("json", filter.url("/security/log.json", null));
    model.addAttribute(
        "kinds",
        Arrays.stream(SecurityLogEntry.Kind.values())
            .map(kind -> new KindChoice(kind.name(), textOf(kind)))
            .toList());
    model.addAttribute("who", login.getName());
    return "security-log";
  }

  @GetMapping("/security/log.csv")
  ResponseEntity<StreamingResponseBody> exportCsv(@ModelAttribute Filter filter) {
    var query = filter.query(null);
    return download(
        "security-log.csv",
        CSV,
        writer -> {
          write(writer, "id,at,kind,who,address,subject,detail\r\n");
          log.export(query, entry -> writeCsv(writer, entry));
        });
  }

  @GetMapping("/security/log.json")
  ResponseEntity<StreamingResponseBody> exportJson(@ModelAttribute Filter filter) {
    var query = filter.query(null);
    return download(
        "security-log.json",
        MediaType.APPLICATION_JSON_VALUE,
        writer -> {
          write(writer, "[");
          var separator = new String[] {"\n"};
          log.export(
              query,
              entry -> {
                write(writer, separator[0] + json.writeValueAsString(entry));
                separator[0] = ",\n";
              });
          write(writer, "\n]\n");
        });
  }

  private static ResponseEntity<StreamingResponseBody> download(
      String name, String type, Consumer<Writer> content) {
    StreamingResponseBody body =
        stream -> {
          var writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
          CurrentCallerType.PERSON.enter(); // on another thread than the request's
          try {
            content.accept(writer);
          } finally {
            CurrentCallerType.leave();
          }
          writer.flush();
        };
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=" + name)
        .header(HttpHeaders.CONTENT_TYPE, type)
        .body(body);
  }

  private static void writeCsv(Writer writer, SecurityLogEntry entry) {
    var row =
        Stream.of(
                Long.toString(entry.id()),
                entry.at().toString(),
                entry.kind().name(),
                entry.who(),
                entry.address(),
                entry.subject(),
                entry.detail())
            .map(SecurityLogController::csvField)
            .collect(Collectors.joining(","));
    write(writer, row + "\r\n");
  }

  /** RFC 4180; a spreadsheet must not take what people typed for a formula. */
  static String csvField(@Nullable String value) {
    var text = value == null ? "" : value;
    var safe = text.matches("(?s)[=+\\-@\t\r].*") ? "'" + text : text;
    return safe.matches("(?s).*[\",\r\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static void write(Writer writer, String text) {
    try {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
