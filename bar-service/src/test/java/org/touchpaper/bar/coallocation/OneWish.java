package org.touchpaper.bar.coallocation;

import java.util.List;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.segment.connection.Requester.Person;

/** Somebody, and what they wish of a desk: a lightpath and nodes, for an hour from in an hour. */
final class OneWish {

  static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  static final Wish WISH =
      new Wish(
          "a test",
          new When.Fixed(Desk.NOW.plusSeconds(3600), Desk.NOW.plusSeconds(7200)),
          List.of(new Wish.Nodes("newton", 4)),
          List.of(new Wish.Circuit("vis.ucl", "newton.manchester", 300)));

  private OneWish() {}
}
