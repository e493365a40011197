package org.touchpaper.bar.web.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.web.elements.ElementHealthReport;
import org.touchpaper.bar.web.elements.ElementListItem;
import org.touchpaper.bar.web.elements.ElementListView;
import org.touchpaper.segment.connection.Stp;

/**
 * What the map shows, each thing in its place. Pure.
 *
 * @param width in units of the drawing
 */
public record NetworkDrawing(
    int width, int height, List<Site> sites, List<Node> nodes, List<MapLink> links) {

  private static final int SITE_LINE = 20;
  private static final int MAX_SITE_LINES = 5;

  public NetworkDrawing {
    sites = List.copyOf(sites);
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
  }

  /** A rectangle by its upper left corner. */
  public record Area(int x, int y, int width, int height) {
    static Area around(MapLayout.Point centre, MapLayout.Box box) {
      return new Area(
          (int) Math.round(centre.x() - box.width() / 2),
          (int) Math.round(centre.y() - box.height() / 2),
          (int) box.width(),
          (int) box.height());
    }

    public int middleX() {
      return x + width / 2;
    }

    public int middleY() {
      return y + height / 2;
    }
  }

  /**
   * A campus.
   *
   * @param lines its hosts, clusters and elements
   * @param health of its worst element; null unless it is this broker's campus and the reader
   *     operates it
   */
  public record Site(
      String id, String name, List<String> lines, Area area, @Nullable ElementHealthReport health) {
    public Site {
      lines = List.copyOf(lines);
    }

    public String label() {
      return "Campus " + name + (health == null ? "" : ", " + health.grade().text());
    }

    /** Where a line of text begins, from the top of the drawing. */
    public int lineY(int index) {
      return area.y() + 44 + index * SITE_LINE;
    }
  }

  /**
   * An element of the wide area.
   *
   * @param site where it is, for people
   * @param health null unless the reader may see it
   */
  public record Node(String id, String site, Area area, @Nullable ElementHealthReport health) {
    public String label() {
      return "Element " + id + (health == null ? "" : ", " + health.grade().text());
    }
  }

  /**
   * A line between two places.
   *
   * @param access true for a campus's access to the wide area, which has no timetable of its own
   * @param load what is booked; null if it is not known
   * @param traffic what was measured; null if nothing was
   */
  public record MapLink(
      String id,
      String from,
      String to,
      boolean access,
      int x1,
      int y1,
      int x2,
      int y2,
      int labelX,
      int labelY,
      int labelWidth,
      int capacityMbps,
      @Nullable String latency,
      @Nullable LinkLoad load,
      @Nullable LinkTraffic traffic) {

    /** The width of the line, which grows with the load. */
    public double strokeWidth() {
      return access ? 2 : load == null ? 3 : 3 + 9 * load.share();
    }

    public String grade() {
      return load == null ? "unknown" : load.grade();
    }

    /** What stands on the line. */
    public String text() {
      return load == null ? rate(capacityMbps) : load.percent() + " of " + rate(capacityMbps);
    }

    public String label() {
      return "Link %s, %s, %s"
              .formatted(
                  id,
                  rate(capacityMbps) + "bit/s",
                  load == null ? "load not known" : load.bookedMbps() + " Mbit/s booked")
          + (traffic == null ? "" : ", measured " + traffic.text());
    }
  }

  /** Returns a rate in the unit in which people say it: 1 G, 622 M. */
  static String rate(long mbps) {
    return mbps >= 1000 && mbps % 100 == 0
        ? (mbps % 1000 == 0
                ? String.valueOf(mbps / 1000)
                : String.format(Locale.ROOT, "%.1f", mbps / 1000.0))
            + " G"
        : mbps + " M";
  }

  /**
   * Draws the map.
   *
   * @param loads by link
   * @param traffic by link
   * @param elements null if the reader may not see them
   * @param layout {@link MapLayout#of}, or what remembers its results
   */
  static NetworkDrawing of(
      NetworkDirectory directory,
      WideAreaTopology topology,
      Map<String, LinkLoad> loads,
      Map<String, LinkTraffic> traffic,
      @Nullable ElementListView elements,
      BiFunction<List<MapLayout.Box>, List<MapLayout.Line>, MapLayout> layout) {
    return new Drawing(directory, topology, loads, traffic, elements).draw(layout);
  }

  Optional<MapLink> link(String id) {
    return links.stream().filter(link -> !link.access() && link.id().equals(id)).findFirst();
  }

  /** The links without the accesses of campuses. */
  public List<MapLink> wideAreaLinks() {
    return links.stream().filter(link -> !link.access()).toList();
  }

  /** True if something was measured on a link. */
  public boolean isMeasured() {
    return links.stream().anyMatch(link -> link.traffic() != null);
  }

  private static final class Drawing {

    private final NetworkDirectory directory;
    private final WideAreaTopology topology;
    private final Map<String, LinkLoad> loads;
    private final Map<String, LinkTraffic> traffic;
    private final @Nullable ElementListView elements;
    private final Map<String, MapLayout.Box> boxes = new HashMap<>();

    Drawing(
        NetworkDirectory directory,
        WideAreaTopology topology,
        Map<String, LinkLoad> loads,
        Map<String, LinkTraffic> traffic,
        @Nullable ElementListView elements) {
      this.directory = directory;
      this.topology = topology;
      this.loads = loads;
      this.traffic = traffic;
      this.elements = elements;
    }

    private static String siteKey(String campus) {
      return "site " + campus;
    }

    /** A line of the drawing before it has a place. */
    private record Connection(
        String id,
        String from,
        String to,
        boolean access,
        int capacityMbps,
        @Nullable String latency) {
      String key() {
        return (access ? "access " : "link ") + id;
      }

      String text() {
        return access ? rate(capacityMbps) : "100% of " + rate(capacityMbps);
      }

      int labelWidth() {
        return 9 * text().length() + 10;
      }
    }

    NetworkDrawing draw(BiFunction<List<MapLayout.Box>, List<MapLayout.Line>, MapLayout> layouter) {
      var drawn = new ArrayList<MapLayout.Box>();
      topology.elements().forEach(node -> drawn.add(box(node)));
      directory.campuses().forEach(campus -> drawn.add(box(campus)));
      drawn.forEach(box -> boxes.put(box.id(), box));
      var connections = connections();
      var layout =
          layouter.apply(
              drawn,
              connections.stream()
                  .map(one -> new MapLayout.Line(one.key(), one.from(), one.to(), one.labelWidth()))
                  .toList());
      return new NetworkDrawing(
          layout.width(),
          layout.height(),
          directory.campuses().stream().map(campus -> site(campus, layout)).toList(),
          topology.elements().stream().map(node -> node(node, layout)).toList(),
          connections.stream().map(one -> link(one, layout)).toList());
    }

    private static MapLayout.Box box(WideAreaTopology.WideAreaNode node) {
      return new MapLayout.Box(node.id(), 10 * node.id().length() + 44, 36, node.location());
    }

    private MapLayout.Box box(NetworkDirectory.Campus campus) {
      var lines = lines(campus);
      var longest = lines.stream().mapToInt(String::length).max().orElse(0);
      var width = Math.max(10 * campus.name().length() + 44, 9 * longest + 28);
      var location =
          campus.latitude() == null || campus.longitude() == null
              ? null
              : new MapLayout.Location(campus.latitude(), campus.longitude());
      return new MapLayout.Box(
          siteKey(campus.id()), width, 38 + SITE_LINE * lines.size(), location);
    }

    private List<String> lines(NetworkDirectory.Campus campus) {
      var all =
          Stream.of(
                  directory.hosts().stream()
                      .filter(host -> host.campus().equals(campus.id()))
                      .map(NetworkDirectory.Host::name),
                  directory.clusters().stream()
                      .filter(cluster -> isAt(cluster, campus))
                      .map(cluster -> cluster.name() + ", " + cluster.nodes() + " nodes"),
                  ownElements(campus).map(element -> element.name()))
              .flatMap(lines -> lines)
              .toList();
      return all.size() <= MAX_SITE_LINES
          ? all
          : Stream.concat(
                  all.stream().limit(MAX_SITE_LINES - 1),
                  Stream.of((all.size() - MAX_SITE_LINES + 1) + " more"))
              .toList();
    }

    private boolean isAt(NetworkDirectory.Cluster cluster, NetworkDirectory.Campus campus) {
      return cluster.host() != null
          && directory
              .host(cluster.host())
              .filter(host -> host.campus().equals(campus.id()))
              .isPresent();
    }

    /** The elements of this broker's campus, the worst first. */
    private Stream<ElementListItem> ownElements(NetworkDirectory.Campus campus) {
      return elements == null || !campus.equals(directory.home())
          ? Stream.of()
          : elements.domains().stream()
              .filter(domain -> !domain.segment().equals(directory.bar().nsap()))
              .flatMap(domain -> domain.elements().stream());
    }

    private Optional<WideAreaTopology.WideAreaAttachment> attachment(
        NetworkDirectory.Campus campus) {
      return Optional.ofNullable(campus.attachment())
          .map(Stp::parse)
          .flatMap(attached ->
              topology.listAttachments().stream()
                  .filter(one -> Stp.parse(String.valueOf(one.stp())).isSamePortAs(attached))
                  .findFirst());
    }

    private List<Connection> connections() {
      var links =
          topology.listLinks().stream()
              .map(link ->
                  new Connection(
                      link.id(),
                      link.from(),
                      link.to(),
                      false,
                      link.capacityMbps(),
                      link.latencyMs() == null ? null : link.latencyMs().toPlainString() + " ms"));
      var accesses =
          directory.campuses().stream()
              .flatMap(campus ->
                  attachment(campus).stream()
                      .map(attachment ->
                          new Connection(
                              attachment.name(),
                              siteKey(campus.id()),
                              String.valueOf(attachment.node()),
                              true,
                              attachment.capacityMbps(),
                              null)))
              .filter(access -> boxes.containsKey(access.to()));
      return Stream.concat(links, accesses).toList();
    }

    private Area area(String key, MapLayout layout) {
      return Area.around(
          Optional.ofNullable(layout.boxes().get(key)).orElseThrow(),
          Optional.ofNullable(boxes.get(key)).orElseThrow());
    }

    private Site site(NetworkDirectory.Campus campus, MapLayout layout) {
      return new Site(
          campus.id(),
          campus.name(),
          lines(campus),
          area(siteKey(campus.id()), layout),
          ownElements(campus).findFirst().map(ElementListItem::health).orElse(null));
    }

    private Node node(WideAreaTopology.WideAreaNode node, MapLayout layout) {
      return new Node(
          node.id(),
          node.site() == null ? node.id() : node.site(),
          area(node.id(), layout),
          Optional.ofNullable(elements)
              .flatMap(listing -> listing.find(node.id()))
              .map(ElementListItem::health)
              .orElse(null));
    }

    private MapLink link(Connection connection, MapLayout layout) {
      var from = area(connection.from(), layout);
      var to = area(connection.to(), layout);
      var label = Optional.ofNullable(layout.labels().get(connection.key())).orElseThrow();
      return new MapLink(
          connection.id(),
          connection.from(),
          connection.to(),
          connection.access(),
          from.middleX(),
          from.middleY(),
          to.middleX(),
          to.middleY(),
          (int) Math.round(label.x()),
          (int) Math.round(label.y()),
          connection.labelWidth(),
          connection.capacityMbps(),
          connection.latency(),
          connection.access() ? null : loads.get(connection.id()),
          connection.access() ? null : traffic.get(connection.id()));
    }
  }
}
