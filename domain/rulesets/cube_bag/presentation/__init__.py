"""What a viewer sees: view, options, scene."""
