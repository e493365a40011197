package org.touchpaper.bench.pages;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.process.DemoNetworkProcess;
import org.touchpaper.bench.process.WorkDirectory;
import org.touchpaper.bench.rest.BookingWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code bench pages}: time and size of the pages and of the API's lists, with few and
 * many bookings.
 */
@Command(
    name = "pages",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a demo network of its own, books a lightpath and a co-allocation, and visits each page",
      "of UCL's reservations browser as the administrator, that of one booking and of one element",
      "too, and reads the API's lists. Then it stores copies of the bookings in the BAR's database",
      "and does the same again.",
      "The targets: 200 ms for a page, 300 kB on the first visit, 40 kB on later ones; for a list of",
      "100 bookings 60 ms at the 95th percentile."
    })
public final class PagesBench extends AbstractBenchCommand {

  private static final List<String> PAGES =
      List.of(
          "/",
          "/?section=past",
          "/?q=copy+4711",
          "/timeline",
          "/timeline?zoom=week",
          "/book",
          "/network",
          "/elements",
          "/elements/LONDON",
          "/security",
          "/admin",
          "/notifications",
          "/api/docs");

  @Option(
      names = "--bookings",
      paramLabel = "N",
      description = "stored bookings of the second measurement (${DEFAULT-VALUE})")
  private int bookings = 100_000;

  @Option(names = "--lists", description = "measures the API's lists only")
  private boolean listsOnly;

  @Option(
      names = "--visits",
      paramLabel = "N",
      description = "measured visits of each page (${DEFAULT-VALUE})")
  private int visits = 30;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description = "moves the network's ports up by N (${DEFAULT-VALUE})")
  private int portBase = 9000;

  /** Times in milliseconds, sizes in bytes as sent. */
  private record Sample(double p50, double p95, int firstBytes, int laterBytes) {}

  @Override
  public Integer call() throws Exception {
    if (bookings < 1 || visits < 1) {
      throw invalidOption("--bookings and --visits must be 1 or more");
    }
    var directory = WorkDirectory.create("pages");
    try (var network = DemoNetworkProcess.start(directory.path(), portBase);
        var session = new BrowserSession(network.barUrl());
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      session.logIn("admin");
      bookOneOfEachKind(network, http);
      try (var database = network.connectToDatabase()) {
        var pages = new ArrayList<String>();
        if (!listsOnly) {
          pages.addAll(PAGES);
          pages.add("/bookings/" + BookingCopier.findOldest(database));
        }
        pages.addAll(BookingListApiPaths.all());
        var few = measureAll(session, pages);
        print("storing %d bookings%n", bookings);
        BookingCopier.store(database, bookings);
        report(pages, few, measureAll(session, pages));
      }
    } finally {
      directory.delete();
    }
    return 0;
  }

  private static void bookOneOfEachKind(DemoNetworkProcess network, HttpClient http)
      throws IOException, InterruptedException {
    var slots = new AtomicInteger();
    for (var kind : BookingWorkload.Kind.values()) {
      new BookingWorkload(kind, network.barUrl(), http, slots).runOnce();
    }
  }

  private List<Sample> measureAll(BrowserSession session, List<String> pages)
      throws IOException, InterruptedException {
    var now = Instant.now().toString();
    var addresses = new ArrayList<String>();
    for (var page : pages) {
      addresses.add(BookingListApiPaths.addressOf(page, now, session));
    }
    for (var round = 0; round < 2; round++) { // compiles what is measured
      for (var page : addresses) {
        measure(session, page);
      }
    }
    var samples = new ArrayList<Sample>();
    for (var page : addresses) {
      samples.add(measure(session, page));
    }
    return samples;
  }

  private Sample measure(BrowserSession session, String page)
      throws IOException, InterruptedException {
    var millis = new double[visits];
    var last = session.visit(page);
    for (var i = 0; i < visits; i++) {
      last = session.visit(page);
      millis[i] = last.nanos() / 1e6;
    }
    Arrays.sort(millis);
    return new Sample(
        millis[visits / 2],
        millis[Math.min(visits - 1, visits * 95 / 100)],
        last.bytes() + session.size(last.files()),
        last.bytes());
  }

  private void report(List<String> pages, List<Sample> few, List<Sample> many) {
    print(
        "%-55s %25s %22s %7s %12s%n",
        "page or list",
        "few: p50 ms    p95 ms",
        bookings + ": p50 ms    p95 ms",
        "ratio",
        "kB first, later");
    var rows = new ArrayList<String>();
    for (var i = 0; i < pages.size(); i++) {
      var page = pages.get(i).replaceFirst("[0-9a-f-]{36}", "ID");
      var before = few.get(i);
      var full = many.get(i);
      print(
          "%-55s %14.0f %9.0f %14.0f %9.0f %6.2fx %8.0f %6.0f%n",
          page,
          before.p50(),
          before.p95(),
          full.p50(),
          full.p95(),
          full.p50() / before.p50(),
          full.firstBytes() / 1000.0,
          full.laterBytes() / 1000.0);
      rows.add(
          String.format(
              Locale.ROOT,
              "{\"page\":\"%s\",\"few_p95_ms\":%.1f,\"p95_ms\":%.1f,\"first_bytes\":%d,\"later_bytes\":%d}",
              page,
              before.p95(),
              full.p95(),
              full.firstBytes(),
              full.laterBytes()));
    }
    printJson("{\"bookings\":%d,\"pages\":[%s]}", bookings, String.join(",", rows));
  }
}
