package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Lists of co-allocations and of lightpaths: filters, order, cursor and count. */
class BookingListTest {

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");
  private final ApiClient operator = fixture.clientFor("operator");

  /** A film, then a dome, then the operator's film, then a lightpath alone, a second apart. */
  @BeforeEach
  void bookFour() {
    book(scientist, "a film", "21", "22");
    var cancelled = book(scientist, "50% of the dome_1", "20", "21").header("Location");
    scientist.delete(cancelled);
    book(operator, "another FILM", "22", "23");
    scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH);
  }

  private ApiReply book(ApiClient client, String description, String from, String to) {
    fixture.clock.advance(Duration.ofSeconds(1));
    var named = RequestBodies.with(RequestBodies.BOTH, "/description", "\"" + description + "\"");
    var schedule =
        "{\"startTime\": \"2026-12-01T%s:30:00Z\", \"endTime\": \"2026-12-01T%s:30:00Z\"}"
            .formatted(from, to);
    var reply = client.post(CO_ALLOCATIONS, RequestBodies.with(named, "/schedule", schedule));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                     | another FILM, 50% of the dome_1, a film
          state=CANCELLED                        | 50% of the dome_1
          state=CANCELLED&state=COMMITTED        | another FILM, 50% of the dome_1, a film
          state=COMMITTED,FAILED                 | another FILM, a film
          owner=operator                         | another FILM
          text=film                              | another FILM, a film
          text=e_1                               | 50% of the dome_1
          text=%25                               | 50% of the dome_1
          resource=newton                        | another FILM, 50% of the dome_1, a film
          resource=vis.ucl                       | another FILM, 50% of the dome_1, a film
          resource=archive.lancaster             |
          from=2026-12-01T22:30:00Z              | another FILM
          to=2026-12-01T21:30:00Z                | 50% of the dome_1
          from=2026-12-01T21:00:00Z&to=2026-12-01T22:30:00Z | 50% of the dome_1, a film
          sort=createdAt                         | a film, 50% of the dome_1, another FILM
          sort=startTime                         | 50% of the dome_1, a film, another FILM
          sort=-startTime                        | another FILM, a film, 50% of the dome_1
          sort=startTime&from=2026-12-01T22:00:00Z | a film, another FILM
          sort=-startTime&from=2026-12-01T21:00:00Z&to=2026-12-01T22:30:00Z | a film, 50% of the dome_1
          sort=startTime&to=2026-12-01T21:30:00Z | 50% of the dome_1
          sort=startTime&state=COMMITTED         | a film, another FILM
          sort=startTime&state=ACTIVE&to=2026-12-01T19:00:00Z |
          sort=startTime&state=COMMITTED,CANCELLED | 50% of the dome_1, a film, another FILM
          sort=startTime&text=film               | a film, another FILM
          text=film&state=COMMITTED&owner=scientist&resource=newton&from=2026-12-01T20:00:00Z | a film
          """)
  void filtersAndOrderAreParameters(String parameters, String descriptions) {
    for (var time = 1; time <= 2; time++) {
      var page = operator.get(CO_ALLOCATIONS + "?" + parameters);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      assertThat(texts(page, "description"))
          .isEqualTo(descriptions == null ? List.of() : List.of(descriptions.split(", ")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=UNDECIDED,ENDED",
        "from=2026-12-01T20:00:00Z",
        "to=2026-12-01T23:00:00Z",
        "resource=newton",
        "resource=vis.ucl",
        "resource=it's?:%7B%7D",
        "owner=:owner",
        "text=%25_%5C'",
        "sort=startTime",
        "state=ACTIVE&from=2026-12-01T20:00:00Z&to=2026-12-01T23:00:00Z&resource=newton&owner=a&text=b"
      })
  void everyFilterIsAFilterOfBothListsForEveryUser(String parameters) {
    for (var list : List.of(CO_ALLOCATIONS, RESERVATIONS)) {
      for (var client : List.of(scientist, operator)) {
        var page = client.get(list + "?count=true&" + parameters);
        assertThat(page.status()).as(list + " " + page.body()).isEqualTo(200);
        assertThat(page.json().path("count").asInt()).isEqualTo(texts(page, "state").size());
        assertThat(page.json().path("countIsExact").asBoolean()).isTrue();
      }
    }
  }

  @Test
  void aScientistSeesOnlyOwnBookingsWhateverTheFilter() {
    assertThat(texts(scientist.get(CO_ALLOCATIONS + "?text=film"), "description"))
        .containsExactly("a film");
    assertThat(texts(scientist.get(CO_ALLOCATIONS + "?owner=operator"), "id")).isEmpty();
    assertThat(scientist.get(CO_ALLOCATIONS + "?count=true").json().path("count").asInt())
        .isEqualTo(2);
  }

  /** Counting more would take longer than the page. */
  @Test
  void atMostTenThousandAreCounted() {
    fixture
        .jdbc()
        .execute(
            """
            insert into reservation select x.* from reservation r
            cross join generate_series(1, 10000) n
            cross join lateral jsonb_populate_record(r,
              jsonb_build_object('connection_id', md5('x' || n)::uuid, 'created_at', now() - interval '9 years')) x
            where r.connection_id in (select connection_id from reservation limit 1)
            """);
    var page = operator.get(RESERVATIONS + "?limit=1&count=true");
    assertThat(page.json().path("count").asInt()).isEqualTo(10_000);
    assertThat(page.json().path("countIsExact").asBoolean()).isFalse();
    var newest = operator.get(RESERVATIONS + "?limit=1&from=2026-12-01T20:00:00Z");
    assertThat(texts(newest, "createdAt").getFirst()).startsWith("2026-12-01");
  }

  @ParameterizedTest
  @CsvSource({
    "createdAt",
    "-createdAt",
    "startTime",
    "-startTime",
    "-createdAt&from=2026-12-01T20:00:00Z",
    "startTime&from=2026-12-01T21:00:00Z"
  })
  void theCursorLeadsThroughAllPagesOfAnOrder(String sort) {
    var all = texts(operator.get(CO_ALLOCATIONS + "?sort=" + sort), "id");
    var paged = new ArrayList<String>();
    var next = "";
    do {
      var page = operator.get(CO_ALLOCATIONS + "?limit=1&count=true&sort=" + sort + next);
      assertThat(page.json().path("count").asInt()).isEqualTo(3);
      paged.addAll(texts(page, "id"));
      next = page.json().has("next") ? "&cursor=" + page.text("/next") : "";
    } while (!next.isEmpty());
    assertThat(paged).isEqualTo(all);
  }

  /** Many bookings start on the hour: three at each of three hours here. */
  @ParameterizedTest
  @CsvSource({
    "sort=startTime, 12, 10",
    "sort=-startTime, 12, 10",
    "sort=startTime&from=2026-12-02T00:30:00Z, 9, 9",
    "sort=-startTime&from=2026-12-02T00:30:00Z, 9, 9",
    "sort=-startTime&from=2026-12-02T00:30:00Z&to=2026-12-02T01:30:00Z, 6, 6",
    "sort=startTime&state=COMMITTED, 11, 10",
    "sort=-startTime&state=COMMITTED, 11, 10",
    "sort=startTime&state=COMMITTED&from=2026-12-02T00:30:00Z, 9, 9",
    "sort=-startTime&state=COMMITTED&from=2026-12-02T00:30:00Z&to=2026-12-02T02:00:00Z, 6, 6"
  })
  void bookingsThatStartTogetherAreEachOnOnePage(
      String parameters, int coAllocations, int lightpaths) {
    copyTheNewest("co_allocation", "id", "b.created_at");
    copyTheNewest("reservation", "connection_id", "b.created_at");
    var ofReservation =
        "(select created_at from reservation r where r.connection_id = b.connection_id)";
    copyTheNewest("revision", "connection_id", ofReservation);
    assertThat(idsPageByPage(CO_ALLOCATIONS, "id", parameters)).hasSize(coAllocations);
    assertThat(idsPageByPage(RESERVATIONS, "connectionId", parameters)).hasSize(lightpaths);
  }

  private void copyTheNewest(String table, String id, String age) {
    var columns =
        fixture
            .jdbc()
            .queryForList(
                "select column_name from information_schema.columns where table_name = ?"
                    + " and table_schema = current_schema() and is_generated = 'NEVER'",
                String.class,
                table);
    fixture
        .jdbc()
        .execute(
            """
            insert into %1$s (%3$s) select copied.%4$s
            from generate_series(0, 8) n,
            lateral (select timestamptz '2026-12-02T00:00Z' + n %% 3 * interval '1 hour') t(start),
            (select b from %1$s as b order by %5$s desc limit 1) newest(booking),
            lateral jsonb_populate_record(newest.booking, jsonb_build_object(
              '%2$s', md5('copy' || n)::uuid, 'idempotency_key', null, 'due_at', null,
              'start_time', start, 'end_time', start + interval '1 hour')) copied
            """
                .formatted(
                    table, id, String.join(", ", columns), String.join(", copied.", columns), age));
  }

  /**
   * The same ids in the same order, whether or not a page ends among bookings that start together.
   */
  private List<String> idsPageByPage(String list, String id, String parameters) {
    var all = texts(operator.get(list + "?" + parameters), id);
    for (var limit : List.of(2, 3)) {
      var paged = new ArrayList<String>();
      var next = "";
      do {
        var page = operator.get(list + "?limit=" + limit + "&" + parameters + next);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        paged.addAll(texts(page, id));
        next = page.json().has("next") ? "&cursor=" + page.text("/next") : "";
      } while (!next.isEmpty());
      assertThat(paged).as("pages of " + limit).isEqualTo(all).doesNotHaveDuplicates();
    }
    return all;
  }

  @Test
  void aCursorOfAnotherOrderIsRefused() {
    var cursor = operator.get(CO_ALLOCATIONS + "?limit=1").text("/next");
    var reply = operator.get(CO_ALLOCATIONS + "?sort=startTime&cursor=" + cursor);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errors()).containsExactly("cursor: a-cursor-of-ours");
  }

  @ParameterizedTest
  @CsvSource({
    "to=, malformed",
    "to=0, malformed",
    "limit=, malformed",
    "sort=, malformed",
    "limit=0, 1-to-1000",
    "%01=1, query"
  })
  void aParameterThatTheContractForbidsIsRefused(String parameter, String rule) {
    for (var list : List.of(CO_ALLOCATIONS, RESERVATIONS)) {
      var reply = scientist.get(list + "?" + parameter);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text("/errors/0/rule")).isEqualTo(rule);
    }
  }

  @Test
  void anyYearCanBeTheEnd() {
    var reply = scientist.get(RESERVATIONS + "?resource=newton&to=1787-09-22T03:33:40Z");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(texts(reply, "state")).isEmpty();
  }

  @Test
  void anUnknownStateIsRefusedWithTheStatesThatThereAre() {
    var reply = operator.get(CO_ALLOCATIONS + "?state=LOST");
    assertThat(reply.text("/detail")).contains("UNDECIDED, COMMITTED, ACTIVE").contains("LOST");
  }

  @Test
  void lightpathsAreListedInTheSameWay() {
    var path = RESERVATIONS + "?count=true&";
    assertThat(operator.get(path + "text=film").json().path("count").asInt()).isEqualTo(1);
    assertThat(texts(operator.get(path + "resource=vis.ucl"), "source")).containsExactly("vis.ucl");
    assertThat(texts(operator.get(path + "resource=archive.lancaster"), "source")).isEmpty();
    assertThat(texts(operator.get(path + "state=COMMITTED&sort=startTime"), "state"))
        .containsExactly("COMMITTED");
    assertThat(texts(operator.get(path + "from=2026-12-01T22:00:00Z"), "state")).isEmpty();
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofDays(1)));
    assertThat(texts(operator.get(path + "state=ENDED"), "state")).containsExactly("ENDED");
    assertThat(texts(operator.get(path + "state=COMMITTED"), "state")).isEmpty();
  }

  /** Versions and holds of all lightpaths are read together, and no history. */
  @Test
  void aLongerPageNeedsNoMoreStatements() {
    for (var i = 0; i < 4; i++) {
      scientist.post(
          RESERVATIONS, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "1"));
    }
    for (var list : List.of(CO_ALLOCATIONS, RESERVATIONS)) {
      assertThat(statementsOf(list + "?limit=3")).isEqualTo(statementsOf(list + "?limit=1"));
    }
  }

  private long statementsOf(String request) {
    var statistics =
        fixture.bean(EntityManagerFactory.class).unwrap(SessionFactory.class).getStatistics();
    statistics.setStatisticsEnabled(true);
    statistics.clear();
    assertThat(operator.get(request).status()).isEqualTo(200);
    statistics.setStatisticsEnabled(false);
    return statistics.getPrepareStatementCount();
  }

  private static List<String> texts(ApiReply page, String field) {
    return page.json().path("items").values().stream()
        .map(item -> item.path(field).asString())
        .toList();
  }
}
