package org.touchpaper.bar.web;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.touchpaper.platform.TouchpaperProperties;

/** The login page; Spring Security handles the login itself. */
@Controller
class LoginController {

  private final TouchpaperProperties properties;

  LoginController(TouchpaperProperties properties) {
    this.properties = properties;
  }

  @GetMapping("/login")
  String show(Model model) {
    model.addAttribute("demo", properties.profile() == TouchpaperProperties.Profile.DEMO);
    return "login";
  }
}
