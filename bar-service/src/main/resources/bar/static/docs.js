// Draws the contract of the front door; calls that are tried out go to the broker that served the page.
SwaggerUIBundle({
  url: "/api/v1/openapi.yaml",
  dom_id: "#contract",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
