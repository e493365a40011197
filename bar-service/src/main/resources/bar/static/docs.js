// Renders the OpenAPI document of the REST API. "Try it out" calls go to the broker that served the page.
SwaggerUIBundle({
  url: "/api/v1/openapi.yaml",
  dom_id: "#contract",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
