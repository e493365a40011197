package org.touchpaper.bar.web.officer;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.securitylog.SecurityLog;
import org.touchpaper.bar.securitylog.SecurityLogEntry;

/** The pages of the security officer: use, cuts, confirmation, and the record of an incident. */
@Controller
class OfficerPageController {

  private static final Set<String> KINDS = Set.of("lightpath", "host", "site");

  /** Begins the log's line about an order to cut or lift, whose subject is the cut. */
  static final String ORDERED = "ordered: ";

  /** Begins the log's line about an order that a segment refused: there may be no such cut. */
  static final String REFUSED = "order refused";

  private final CampusCutClient cuts;
  private final CircuitPurposeReader purposes;
  private final SecurityLog log;

  OfficerPageController(CampusCutClient cuts, CircuitPurposeReader purposes, SecurityLog log) {
    this.cuts = cuts;
    this.purposes = purposes;
    this.log = log;
  }

  /** A circuit with the booking that it belongs to, if that is of this broker. */
  public record CircuitRow(CircuitItem circuit, CircuitPurposeReader.@Nullable Purpose purpose) {}

  @GetMapping("/security")
  String overview(
      @RequestParam(defaultValue = "") String search, Authentication login, Model model) {
    addCommon(login, model);
    model.addAttribute("search", search);
    switch (cuts.list()) {
      case CutCallResult.Done(var list) -> model.addAttribute("list", list);
      case CutCallResult.Refused<CutItem.CutList> refused -> addProblem(model, refused);
      case CutCallResult.NoAnswer(var reason) -> addProblem(model, reason);
    }
    var found = circuits(cuts.searchCircuits(search.strip()), model);
    model.addAttribute("rows", rows(found));
    model.addAttribute("more", found.more());
    return "security";
  }

  private List<CircuitRow> rows(CircuitItem.CircuitList found) {
    return found.circuits().stream().map(this::row).toList();
  }

  private CircuitRow row(CircuitItem circuit) {
    var purpose = Optional.ofNullable(circuit.lightpath()).flatMap(purposes::find).orElse(null);
    return new CircuitRow(circuit, purpose);
  }

  private CircuitItem.CircuitList circuits(
      CutCallResult<CircuitItem.CircuitList> answer, Model model) {
    return switch (answer) {
      case CutCallResult.Done(var circuits) -> circuits;
      case CutCallResult.Refused<CircuitItem.CircuitList> refused -> {
        addProblem(model, refused);
        yield CircuitItem.CircuitList.EMPTY;
      }
      case CutCallResult.NoAnswer(var reason) -> {
        addProblem(model, reason);
        yield CircuitItem.CircuitList.EMPTY;
      }
    };
  }

  /**
   * Says what a cut will do, and asks for the reason.
   *
   * @param reason what was typed before a login
   */
  @GetMapping("/security/cut")
  String confirm(
      @RequestParam String kind,
      @RequestParam(defaultValue = "") String target,
      @RequestParam(defaultValue = "") String reason,
      Authentication login,
      Model model) {
    return confirmPage(UUID.randomUUID(), kind, target, reason, null, login, model);
  }

  private String confirmPage(
      UUID id,
      String kind,
      String target,
      String reason,
      @Nullable String refusal,
      Authentication login,
      Model model) {
    if (!KINDS.contains(kind)) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    addCommon(login, model);
    var affected = circuits(cuts.listAffected(kind, target), model);
    model.addAttribute("id", id);
    model.addAttribute("kind", kind);
    model.addAttribute("target", target);
    model.addAttribute("name", kind.equals("lightpath") ? "this lightpath" : nameOf(kind, target));
    model.addAttribute("reason", reason);
    model.addAttribute("refusal", refusal);
    model.addAttribute("affected", rows(affected));
    model.addAttribute("count", affected.count());
    model.addAttribute("command", command(kind, target));
    return "security-cut";
  }

  private static String nameOf(String kind, String target) {
    return kind.equals("site") ? "the whole site" : kind + " " + target;
  }

  private String command(String kind, String target) {
    return "./touchpaper cut %s%s --reason '…' --url %s"
        .formatted(kind, kind.equals("site") ? " --yes" : " " + quoted(target), cuts.url());
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_.:-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @PostMapping("/security/cut")
  String cut(
      @RequestParam UUID id,
      @RequestParam String kind,
      @RequestParam(defaultValue = "") String target,
      @RequestParam(defaultValue = "") String reason,
      Authentication login,
      Model model,
      RedirectAttributes flash) {
    var order = nameOf(kind, target) + ": " + reason.strip();
    return switch (cuts.cut(id, kind, target, reason, login.getName())) {
      case CutCallResult.Done(var cut) -> {
        var what = cut.name() + ": " + reason.strip();
        addDone(SecurityLogEntry.Kind.CUT, login, cut.id(), what, cut.whyNotCut(id), flash);
        yield "redirect:/security/cuts/" + cut.id();
      }
      case CutCallResult.Refused<CutItem> refused -> {
        addRefusal(SecurityLogEntry.Kind.CUT, login, id, order, refused);
        var newId = refused.isConflict() ? UUID.randomUUID() : id;
        yield confirmPage(
            newId, kind, target, reason, "Not cut: " + sentences(refused), login, model);
      }
      case CutCallResult.NoAnswer(var why) -> {
        addUnknown(SecurityLogEntry.Kind.CUT, login, id, order, why);
        yield confirmPage(
            id,
            kind,
            target,
            reason,
            cuts.segment() + " does not answer (" + why + "). It may be cut or not. Try again.",
            login,
            model);
      }
    };
  }

  /**
   * The record of an incident.
   *
   * @param reason to lift the cut: what was typed before
   */
  @GetMapping("/security/cuts/{id}")
  String show(
      @PathVariable UUID id,
      @RequestParam(defaultValue = "") String reason,
      Authentication login,
      Model model) {
    addCommon(login, model);
    model.addAttribute("reason", reason);
    switch (cuts.find(id)) {
      case CutCallResult.Done(var cut) -> model.addAttribute("cut", cut);
      case CutCallResult.Refused<CutItem> refused -> {
        if (refused.isNotFound()) {
          throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        addProblem(model, refused);
      }
      case CutCallResult.NoAnswer(var why) -> addProblem(model, why);
    }
    model.addAttribute("command", "./touchpaper cuts " + id + " --url " + cuts.url());
    return "security-record";
  }

  @PostMapping("/security/cuts/{id}/lift")
  String lift(
      @PathVariable UUID id,
      @RequestParam(defaultValue = "") String reason,
      Authentication login,
      Model model,
      RedirectAttributes flash) {
    var order = "lift: " + reason.strip();
    var problem =
        switch (cuts.lift(id, reason, login.getName())) {
          case CutCallResult.Done(var cut) -> {
            var what = cut.name() + ": " + reason.strip();
            var unchanged = cut.whyNotLifted(reason.strip());
            addDone(SecurityLogEntry.Kind.LIFTED, login, id, what, unchanged, flash);
            yield "";
          }
          case CutCallResult.Refused<CutItem> refused -> {
            addRefusal(SecurityLogEntry.Kind.LIFTED, login, id, order, refused);
            yield refused.isNotFound()
                ? "Not lifted: %s knows no such cut. Look for it on the page Security."
                    .formatted(cuts.segment())
                : "Not lifted: " + sentences(refused);
          }
          case CutCallResult.NoAnswer(var why) -> {
            addUnknown(SecurityLogEntry.Kind.LIFTED, login, id, order, why);
            yield cuts.segment()
                + " does not answer ("
                + why
                + "). It may be lifted or not. Try again.";
          }
        };
    if (problem.isEmpty()) {
      return "redirect:/security/cuts/" + id;
    }
    model.addAttribute("refusal", problem);
    return show(id, reason, login, model);
  }

  /** What the segment said, and what to do. */
  private String sentences(CutCallResult.Refused<?> refused) {
    return "%s refuses it: %s. %s"
        .formatted(cuts.segment(), refused.reason(), refused.advice(cuts.segment()));
  }

  /**
   * An order that the segment has accepted.
   *
   * @param whyUnchanged why it changed nothing; empty if it did
   */
  private void addDone(
      SecurityLogEntry.Kind kind,
      Authentication login,
      UUID cut,
      String what,
      String whyUnchanged,
      RedirectAttributes flash) {
    if (whyUnchanged.isEmpty()) {
      addOrder(kind, login, cut, ORDERED + what);
    } else {
      addOrder(kind, login, cut, ORDERED + whyUnchanged + "; " + what);
      flash.addFlashAttribute("unchanged", "Nothing changed: it " + whyUnchanged + ".");
    }
  }

  /** An order that the segment has refused: it has carried out nothing. */
  private void addRefusal(
      SecurityLogEntry.Kind kind,
      Authentication login,
      UUID cut,
      String what,
      CutCallResult.Refused<?> refused) {
    addOrder(
        kind,
        login,
        cut,
        "%s by %s (HTTP %d: %s); %s"
            .formatted(REFUSED, cuts.segment(), refused.status(), refused.reason(), what));
  }

  /** An order that may have been carried out or not: its outcome is found at the segment. */
  private void addUnknown(
      SecurityLogEntry.Kind kind, Authentication login, UUID cut, String what, String why) {
    var outcome = "outcome unknown, " + cuts.segment() + " does not answer (" + why + "); ";
    addOrder(kind, login, cut, ORDERED + outcome + what);
  }

  private void addOrder(SecurityLogEntry.Kind kind, Authentication login, UUID cut, String what) {
    var address =
        login.getDetails() instanceof WebAuthenticationDetails details
            ? details.getRemoteAddress()
            : null;
    log.add(kind, login.getName(), address, cut.toString(), what);
  }

  private void addCommon(Authentication login, Model model) {
    model.addAttribute("who", login.getName());
    model.addAttribute("segment", cuts.segment());
    model.addAttribute("url", cuts.url());
  }

  private void addProblem(Model model, String reason) {
    model.addAttribute("problem", "does not answer (" + reason + ").");
  }

  private void addProblem(Model model, CutCallResult.Refused<?> refused) {
    model.addAttribute(
        "problem", "refuses: " + refused.reason() + ". " + refused.advice(cuts.segment()));
  }
}
