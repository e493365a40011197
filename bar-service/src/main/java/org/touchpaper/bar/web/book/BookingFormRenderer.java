package org.touchpaper.bar.web.book;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.template.BookingTemplateService;
import org.touchpaper.bar.web.book.BookingForm.ScheduleFields;

/** Puts the form, its choices and what is beside it into the page's model. */
@Component
public class BookingFormRenderer {

  /** What is typed to save the form as a template. */
  static final String TEMPLATE_NAME = "templateName";

  private final FormAvailabilityReader availability;
  private final BookingTemplateService templates;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  BookingFormRenderer(
      FormAvailabilityReader availability,
      BookingTemplateService templates,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.availability = availability;
    this.templates = templates;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  /**
   * The options of the selection lists.
   *
   * @param applications by cluster, of the chosen ones that have answered
   */
  public record FormChoices(
      List<String> hosts,
      List<String> clusters,
      List<String> units,
      Map<String, List<OfferedApplication>> applications) {

    public List<OfferedApplication> applicationsOf(String cluster) {
      return applications.getOrDefault(cluster, List.of());
    }

    /** The chosen application; a list of at most one. */
    public List<OfferedApplication> application(String cluster, String name) {
      return applicationsOf(cluster).stream().filter(it -> it.name().equals(name)).toList();
    }
  }

  String render(BookingForm form, FormSubmissionResult result, Authentication login, Model model) {
    var person = currentUserPermissionService.personOf(login);
    var times = FormTimeFormatter.of(form.schedule().zone());
    var mapped = BookingFormMapper.map(form, clock.instant());
    var panel = availability.find(form, mapped, person);
    var choices = choices(panel.applications());
    model.addAttribute("form", form);
    model.addAttribute("result", result.sorted(ids(form, choices)));
    model.addAttribute("choices", choices);
    model.addAttribute("panel", panel);
    model.addAttribute("refusedRows", refusedRows(result.errors()));
    model.addAttribute("zone", times.zoneId());
    model.addAttribute("times", times(form.schedule()));
    model.addAttribute(
        "length",
        mapped.length().map(FormDurationParser::format).map(text -> "= " + text).orElse(""));
    if (!model.containsAttribute(TEMPLATE_NAME)) {
      model.addAttribute(TEMPLATE_NAME, "");
    }
    model.addAttribute("templates", templates.list(person.name()));
    return "book";
  }

  private FormChoices choices(Map<String, List<OfferedApplication>> applications) {
    var known = directory.get();
    return new FormChoices(
        known.hosts().stream().filter(known::isBookable).map(NetworkDirectory.Host::name).toList(),
        known.clusters().stream().map(NetworkDirectory.Cluster::name).toList(),
        FormAvailabilityReader.unitsOf(known),
        applications);
  }

  private static Map<String, TimeFieldView> times(ScheduleFields schedule) {
    var zone = schedule.zone();
    return Map.of(
        "start", TimeFieldView.of(schedule.start(), zone),
        "end", TimeFieldView.of(schedule.end(), zone),
        "notBefore", TimeFieldView.of(schedule.notBefore(), zone),
        "notAfter", TimeFieldView.of(schedule.notAfter(), zone));
  }

  /** The rows with an error, to mark their charts. */
  static Set<String> refusedRows(FormErrors errors) {
    var rows = new TreeSet<String>();
    for (var id : errors.byField().keySet()) {
      var parts = id.split("-", 3);
      if (parts.length > 1) {
        rows.add(
            switch (parts[0]) {
                  case "source", "destination", "bandwidthMbps" -> "lightpath";
                  case "units", "amount" -> "units";
                  default -> "cluster";
                }
                + "-"
                + parts[1]);
      }
    }
    return rows;
  }

  /** The fields in the order of the page. */
  private static List<String> ids(BookingForm form, FormChoices choices) {
    var lightpaths =
        Stream.iterate(0, i -> i < form.lightpaths().size(), i -> i + 1)
            .flatMap(i -> Stream.of("source-" + i, "destination-" + i, "bandwidthMbps-" + i));
    var compute =
        Stream.iterate(0, i -> i < form.compute().size(), i -> i + 1)
            .flatMap(i -> nodesIds(i, form.compute().get(i), choices));
    var units =
        Stream.iterate(0, i -> i < form.units().size(), i -> i + 1)
            .flatMap(i -> Stream.of("units-" + i, "amount-" + i));
    var rest = Stream.of("start", "end", "notBefore", "notAfter", "minutes", "description");
    return Stream.of(lightpaths, compute, units, rest).flatMap(part -> part).toList();
  }

  private static Stream<String> nodesIds(int i, BookingForm.NodesRow row, FormChoices choices) {
    var arguments =
        choices.application(row.cluster(), row.run().application()).stream()
            .flatMap(application -> application.parameters().stream())
            .map(parameter -> BookingFormMapper.argumentId(i, parameter.name()));
    return Stream.of(
            Stream.of("cluster-" + i, "nodes-" + i, "application-" + i),
            arguments,
            Stream.of(
                BookingFormMapper.argumentId(i, BookingForm.RunFields.FREE),
                "viewer-" + i,
                "environment-" + i,
                "processesPerNode-" + i,
                "cpuCoresPerProcess-" + i))
        .flatMap(part -> part);
  }
}
