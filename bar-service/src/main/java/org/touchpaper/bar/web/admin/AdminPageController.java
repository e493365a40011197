package org.touchpaper.bar.web.admin;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.touchpaper.bar.administration.BrokerStatusService;
import org.touchpaper.bar.administration.UserMonthlyUsage;
import org.touchpaper.bar.web.preference.PageTimeFormatter;

/** The page for administrators, and the usage report as CSV (RFC 4180). */
@Controller
class AdminPageController {

  private static final MediaType CSV = MediaType.parseMediaType("text/csv;charset=utf-8");

  /** How many months the report has at first. */
  private static final int SHOWN_MONTHS = 3;

  private final BrokerStatusService service;
  private final PageTimeFormatter times;
  private final Clock clock;

  AdminPageController(BrokerStatusService service, PageTimeFormatter times, Clock clock) {
    this.service = service;
    this.times = times;
    this.clock = clock;
  }

  @GetMapping("/admin")
  String show(
      @RequestParam(required = false) @Nullable String from,
      @RequestParam(required = false) @Nullable String to,
      Model model) {
    var now = clock.instant();
    var open = service.listOpenTransactions();
    var answering = open.answering();
    model.addAttribute(
        "silent", open.acceptors().stream().filter(a -> a.problem() != null).toList());
    model.addAttribute(
        "transactions",
        open.transactions().stream()
            .map(transaction -> TransactionRow.of(transaction, answering, now, times))
            .toList());
    model.addAttribute("health", service.listHealth());
    model.addAttribute("work", service.listDueWork());
    model.addAttribute("late", service.listLateWork());
    model.addAttribute("users", service.listUsers());
    var period = period(from, to);
    model.addAttribute("from", period.first().toString());
    model.addAttribute("to", period.last().toString());
    model.addAttribute(
        "usage",
        service.listUsage(period.start(), period.end()).stream().map(UsageRow::of).toList());
    model.addAttribute("asOf", now);
    return "admin";
  }

  @GetMapping("/admin/usage.csv")
  ResponseEntity<String> exportUsage(
      @RequestParam(required = false) @Nullable String from,
      @RequestParam(required = false) @Nullable String to) {
    var period = period(from, to);
    var name = "usage-" + period.first() + "-" + period.last() + ".csv";
    return ResponseEntity.ok()
        .contentType(CSV)
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment().filename(name).build().toString())
        .body(csv(service.listUsage(period.start(), period.end())));
  }

  static String csv(List<UserMonthlyUsage> usage) {
    var lines = new StringBuilder("month,user,bookings,node_hours,gigabit_hours\r\n");
    for (var row : usage) {
      lines.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%.3f,%.3f\r\n",
              row.month(),
              quoted(row.owner()),
              row.bookings(),
              row.nodeHours(),
              row.gigabitHours()));
    }
    return lines.toString();
  }

  /** Quoted always; a spreadsheet must not take a name for a formula. */
  private static String quoted(String text) {
    var safe = text.matches("(?s)[=+@\\t\\r-].*") ? "'" + text : text;
    return "\"" + safe.replace("\"", "\"\"") + "\"";
  }

  /** Whole months, in UTC. */
  private record Period(YearMonth first, YearMonth last) {
    Instant start() {
      return first.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    Instant end() {
      return last.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
  }

  private Period period(@Nullable String from, @Nullable String to) {
    var current = YearMonth.from(clock.instant().atZone(ZoneOffset.UTC));
    var last = month(to, current);
    var first = month(from, last.minusMonths(SHOWN_MONTHS - 1));
    if (first.isAfter(last)) {
      throw invalid("the first month is after the last");
    }
    return new Period(first, last);
  }

  private static YearMonth month(@Nullable String text, YearMonth otherwise) {
    try {
      var month = text == null || text.isBlank() ? otherwise : YearMonth.parse(text.strip());
      if (month.getYear() < 2000 || month.getYear() > 2999) {
        throw invalid("a month must be in the years 2000 to 2999");
      }
      return month;
    } catch (DateTimeException _) {
      throw invalid("a month must be written as in 2026-12");
    }
  }

  private static ResponseStatusException invalid(String reason) {
    return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
  }

  /** A row of the usage report. */
  record UsageRow(
      String month, String owner, long bookings, String nodeHours, String gigabitHours) {
    static UsageRow of(UserMonthlyUsage usage) {
      return new UsageRow(
          usage.month().toString(),
          usage.owner(),
          usage.bookings(),
          String.format(Locale.ENGLISH, "%,.1f", usage.nodeHours()),
          String.format(Locale.ENGLISH, "%,.1f", usage.gigabitHours()));
    }
  }
}
