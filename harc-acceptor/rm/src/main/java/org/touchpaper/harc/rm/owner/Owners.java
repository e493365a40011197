package org.touchpaper.harc.rm.owner;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * Who made each booking. Whoever asks names the person they ask for; only that person, or an admin
 * of that person's site or of a local one, changes what was made for them. A name, and a role,
 * count together with the site that vouches for them.
 */
public final class Owners {
  private static final String ADMIN = "admin";

  private final JdbcClient jdbc;
  private final UnaryOperator<String> bookingOf;

  public Owners(JdbcClient jdbc) {
    this(jdbc, UnaryOperator.identity());
  }

  /**
   * Where one booking may be asked for under several idents.
   *
   * @param bookingOf which booking an ident is the name of
   */
  public Owners(JdbcClient jdbc, UnaryOperator<String> bookingOf) {
    this.jdbc = jdbc;
    this.bookingOf = bookingOf;
  }

  private record Owner(String name, String homeSite) {
    static Owner of(Person person) {
      return new Owner(person.name(), person.homeSite());
    }

    boolean is(Person person) {
      return name.equals(person.name()) && homeSite.equals(person.homeSite());
    }

    /** Its own, or an admin's of its site or of one whose admins count for everybody. */
    boolean isFor(Person person, Set<String> local) {
      return is(person) || isAdminOf(Set.of(homeSite), person) || isAdminOf(local, person);
    }
  }

  /**
   * Why the transaction's person may not do that; empty if they may, as with a booking that nobody
   * knows, or whose owner was never recorded.
   *
   * @param resource what refuses
   * @param local the sites whose admins count for everybody's bookings
   */
  public Optional<Refusal> refusal(
      Transaction transaction, Action action, String resource, Set<String> local) {
    return switch (action) {
      case Action.Make make -> forAnother(transaction, make, resource, local);
      case Action.Modify modify ->
          strange(transaction.onBehalfOf(), modify.ident(), resource, local);
      case Action.Cancel(var ident) -> strange(transaction.onBehalfOf(), ident, resource, local);
    };
  }

  private static Optional<Refusal> forAnother(
      Transaction transaction, Action.Make make, String resource, Set<String> local) {
    var asking = transaction.onBehalfOf();
    return Owner.of(transaction.ownerOf(make)).isFor(asking, local)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Refusal.Code.NOT_ALLOWED,
                resource,
                "Owner",
                "only an admin of its owner's site makes a booking that is somebody else's",
                null));
  }

  private Optional<Refusal> strange(
      Person person, String ident, String resource, Set<String> local) {
    return isAdminOf(local, person)
        ? Optional.empty()
        : find(ident)
            .filter(owner -> !owner.isFor(person, local))
            .map(_ ->
                new Refusal(
                    Refusal.Code.NOT_ALLOWED,
                    resource,
                    "Ident",
                    "that booking is not "
                        + person.name()
                        + "'s: only its owner, or an admin of its owner's site, modifies or cancels it",
                    null));
  }

  private static boolean isAdminOf(Set<String> sites, Person person) {
    return person.role().equals(ADMIN) && sites.contains(person.homeSite());
  }

  private Optional<Owner> find(String ident) {
    return jdbc.sql("select name, home_site from booking_owner where ident = ? and name <> ''")
        .param(bookingOf.apply(ident))
        .query((row, _) -> new Owner(row.getString("name"), row.getString("home_site")))
        .optional();
  }

  /**
   * What the transaction makes is its person's, or whose an admin says; in the database transaction
   * that books it, which has found the name free. Nobody becomes the owner of what has one.
   */
  public void record(Transaction transaction) {
    for (var action : transaction.actions()) {
      switch (action) {
        case Action.Make make -> record(make.ident(), transaction.ownerOf(make));
        case Action.Modify _, Action.Cancel _ -> {}
      }
    }
  }

  /** Nothing is left of these. */
  public void forget(List<String> bookings) {
    jdbc.sql("delete from booking_owner where ident = any(?)")
        .param(bookings.toArray(String[]::new))
        .update();
  }

  private void record(String ident, Person person) {
    jdbc.sql(
            "insert into booking_owner (ident, name, home_site) values (?, ?, ?)"
                + " on conflict do nothing")
        .param(bookingOf.apply(ident))
        .param(person.name())
        .param(person.homeSite())
        .update();
  }
}
