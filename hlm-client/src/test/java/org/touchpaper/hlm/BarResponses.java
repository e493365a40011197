package org.touchpaper.hlm;

/** Sample responses of a BAR. */
public final class BarResponses {
  private BarResponses() {}

  public static final String ID = "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10";

  public static final String COMMITTED =
      """
      {"id":"019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10","state":"COMMITTED",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[{"resource":"newton","nodes":4,"state":"COMMITTED","reference":"newton001"}],
       "lightpaths":[{"connectionId":"5f0b44ce-3b0e-5a4c-9d5d-2f3a7e1c9b02","state":"COMMITTED",
         "source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300,
         "path":["vis.ucl","EDGE-UCL","newton.manchester"]}]}
      """;

  /** A lightpath alone. */
  public static final String LIGHTPATH =
      """
      {"connectionId":"019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10","state":"COMMITTED",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:59:50Z"},
       "source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":500,
       "path":["vis.ucl","EDGE-UCL","newton.manchester"],"released":false}
      """;

  public static final String NOT_FOUND =
      """
      {"type":"urn:touchpaper:problem:not-found","title":"Not found","status":404,
       "detail":"it does not exist"}
      """;

  public static final String CONNECTED =
      """
      {"id":"019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10","state":"COMMITTED",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[],
       "lightpaths":[{"connectionId":"5f0b44ce-3b0e-5a4c-9d5d-2f3a7e1c9b02","state":"COMMITTED",
         "source":"vis.ucl","destination":"haptic.ucl","bandwidthMbps":300,"path":[],
         "endpoints":[
           {"host":"vis.ucl","element":"EDGE-UCL","port":"Gi3/1","vlan":101,"tagged":true,"mtu":9000,
            "rateMbps":300,"address":"10.88.0.2/31"},
           {"host":"haptic.ucl","port":"Gi3/2","tagged":false,"rateMbps":300}],
         "endHost":{"roundTripMs":6.8,"bandwidthDelayProductBytes":255000,"tcpBufferBytes":510000,
           "recoverySeconds":0.194,"delayedBytes":1816747,
           "commands":[{"host":"vis.ucl","setUp":["ip link add"],"tearDown":["ip link delete"]}]}}]}
      """;

  public static final String TIMETABLE =
      """
      {"from":"2026-12-01T20:00:00Z","to":"2026-12-01T21:00:00Z",
       "resources":[{"resource":"newton","type":"cluster","unit":"nodes","capacity":128,
         "granularity":1,
         "steps":[{"from":"2026-12-01T20:00:00Z","to":"2026-12-01T21:00:00Z","free":124}]}],
       "windows":[{"notBefore":"2026-12-01T20:10:00Z","notAfter":"2026-12-01T21:00:00Z"}],
       "unanswered":[{"resource":"a/b","service":"rm-network","reason":"it is down"}]}
      """;

  public static final String RUN =
      """
      {"application":"pore","arguments":["steps=5000"],"viewer":"vis.ucl","state":"active",
       "number":1,"jobId":"17","nodes":["newton001","newton002"],"endpoint":"imd://10.88.0.3:8901",
       "waitingFor":"lightpath","since":"2026-12-01T21:00:01Z","output":["Step 1000","Step 2000"]}
      """;

  public static final String WITH_RUN =
      """
      {"id":"%s","state":"COMMITTED",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[{"id":"1d0e3c52-6a6f-5c1b-9b0e-7f3a2c4d5e61","resource":"newton","nodes":4,
         "state":"COMMITTED","reference":"newton001","run":%s}],"lightpaths":[]}
      """
          .formatted(ID, RUN.strip());

  public static final String WITH_UNITS =
      """
      {"id":"%s","state":"COMMITTED",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[],"lightpaths":[],
       "units":[{"id":"7a2d9f04-1c3b-5e6d-8f90-a1b2c3d4e5f6","resource":"store","unit":"tape",
         "amount":20,"state":"COMMITTED","reference":"20 of tape"}]}
      """
          .formatted(ID);

  public static final String RESOURCES =
      """
      {"items":[
        {"name":"vis.ucl","type":"host","bookable":true,"bar":"http://127.0.0.1:8080",
         "unit":"Mbit/s","capacity":1000,"granularity":1,"setupLead":"PT10S","mtu":9000},
        {"name":"LONDON-READING","type":"link","bookable":false,"unit":"Mbit/s","capacity":10000,
         "granularity":48,"from":"LONDON","to":"READING","latencyMs":1.0}],
       "unanswered":[]}
      """;

  public static final String BUSY =
      """
      {"type":"urn:touchpaper:problem:refused","title":"Refused","status":409,"detail":"It is full.",
       "refusals":[{"resource":"newton","code":"NODES_BUSY","reason":"124 nodes are free."}],
       "alternatives":[{"startTime":"2026-12-01T22:00:00Z","endTime":"2026-12-01T23:00:00Z"}]}
      """;

  public static final String FITS =
      """
      {"fits":true,"setupLead":"PT10S",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[{"resource":"newton","nodes":4,"fits":true,"free":124,"note":"chosen later"}],
       "lightpaths":[{"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300,
         "fits":true,"path":["vis.ucl","LONDON","newton.manchester"],
         "links":[{"link":"UCL-LONDON","mbps":300,"slots":7,"unit":"STS-1"}]}],
       "units":[{"resource":"store","unit":"tape","amount":20,"fits":true,"free":500}],
       "refusals":[],"alternatives":[]}
      """;

  public static final String DOES_NOT_FIT =
      """
      {"fits":false,"setupLead":"PT10S",
       "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"},
       "compute":[{"resource":"newton","nodes":128,"fits":false,"free":124}],"lightpaths":[],
       "refusals":[{"resource":"newton","code":"NODES_BUSY","reason":"124 nodes are free."}],
       "alternatives":[{"startTime":"2026-12-01T22:00:00Z","endTime":"2026-12-01T23:00:00Z"}]}
      """;

  public static String problem(int status, String detail) {
    return """
    {"type":"urn:touchpaper:problem:x","title":"X","status":%d,"detail":"%s"}
    """
        .formatted(status, detail);
  }

  /** A block of the event stream. */
  public static String event(String id, String name) {
    return """
    id: %s
    event: co-allocation
    data: {"specversion":"1.0","type":"org.touchpaper.booking.%s","source":"http://bar","id":"%s","time":"2026-12-01T21:00:00Z","data":{"kind":"co-allocation","id":"%s","state":"ACTIVE","released":false,"by":"anne"}}

    """
        .formatted(id, name, id, ID);
  }
}
