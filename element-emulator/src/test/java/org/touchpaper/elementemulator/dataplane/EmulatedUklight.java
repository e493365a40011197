package org.touchpaper.elementemulator.dataplane;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.state.ElementState;

/** The elements of UKLight between UCL and Manchester, on the maps of the demo network. */
final class EmulatedUklight implements AutoCloseable {

  static final String VLAN_AT_UCL = "100";
  static final String VLAN_AT_MANCHESTER = "150";
  private static final String SAMPLES = "../deploy/samples/uklight/";

  final ControlPlane controlPlane = ControlPlane.none();
  final NetworkMap map;
  private final Map<String, EmulatedElement> elements = new LinkedHashMap<>();

  EmulatedUklight(Path folder) throws IOException {
    map =
        NetworkMapReader.read(
            List.of(
                SAMPLES + "wide-area.yaml",
                SAMPLES + "campus-ucl.yaml",
                SAMPLES + "campus-manchester.yaml"));
    for (var tid : List.of("LONDON", "READING", "WARRINGTON", "METRO-UCL", "METRO-MAN")) {
      start(tid, ElementModel.CORE_DIRECTOR, folder);
    }
    start("EDGE-UCL", ElementModel.IOS_7600, folder);
    start("EDGE-MAN", ElementModel.IOS_7600, folder);
  }

  private void start(String tid, ElementModel model, Path folder) throws IOException {
    elements.put(
        tid,
        EmulatedElement.start(
            ElementConfig.demo(tid, model), folder, Clock.systemUTC(), controlPlane));
  }

  EmulatedElement element(String tid) {
    return Objects.requireNonNull(elements.get(tid), tid);
  }

  List<ElementState> states() {
    return elements.values().stream().map(EmulatedElement::state).toList();
  }

  HostPort host(String name) {
    return map.hosts().stream().filter(host -> host.host().equals(name)).findFirst().orElseThrow();
  }

  /** Where packets go, as the elements are now. */
  PathResult trace(String host, String vlan) {
    var snapshots =
        states().stream()
            .map(ElementState::snapshot)
            .collect(Collectors.toMap(snapshot -> snapshot.tid(), snapshot -> snapshot));
    return new PathTracer(map, snapshots, controlPlane.listRoutes())
        .from(host(host), Integer.parseInt(vlan));
  }

  /** Configures a circuit between vis.ucl and newton.manchester, of 7 STS-1s, through Reading. */
  void configureCircuit(long policedRate, int burstBytes) {
    edge("EDGE-UCL", VLAN_AT_UCL, policedRate, burstBytes);
    edge("EDGE-MAN", VLAN_AT_MANCHESTER, policedRate, burstBytes);
    ElementTerminal.group(element("METRO-UCL"), VLAN_AT_UCL);
    ElementTerminal.group(element("METRO-MAN"), VLAN_AT_MANCHESTER);
    ElementTerminal.crossConnect(element("METRO-UCL"), "tp-G", "1-A-1-1");
    ElementTerminal.crossConnect(element("METRO-MAN"), "tp-G", "1-A-1-1");
    ElementTerminal.crossConnect(element("LONDON"), "1-A-3-1", "1-A-1-1");
    crossConnectReading();
    ElementTerminal.crossConnect(element("WARRINGTON"), "1-A-1-1", "1-A-3-1");
  }

  private void edge(String tid, String vlan, long policedRate, int burstBytes) {
    ElementTerminal.policedVlan(element(tid), vlan, "tp", policedRate, burstBytes);
    ElementTerminal.trunk(element(tid), "GigabitEthernet3/1", vlan);
    ElementTerminal.trunk(element(tid), "TenGigabitEthernet1/1", vlan);
  }

  private void crossConnectReading() {
    ElementTerminal.crossConnect(element("READING"), "1-A-1-1", "1-A-2-1");
  }

  void deleteCrossConnectAtReading() {
    ElementTerminal.tl1(element("READING"), "DLT-CRS-STSPC::NAME=tp");
  }

  void restoreCrossConnectAtReading() {
    ElementTerminal.tl1(
        element("READING"),
        "ENT-CRS-STSPC::FROMENDPOINT=tp-A,TOENDPOINT=tp-Z:::NAME=tp,FROMTYPE=GTP,TOTYPE=GTP");
  }

  @Override
  public void close() {
    elements.values().forEach(EmulatedElement::close);
  }
}
